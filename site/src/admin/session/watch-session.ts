import { auth, hasSession, SESSION_KEY } from '../../supabase/auth.ts';
import { onRefusal } from '../../supabase/refusal.ts';

/** The events of a session while the page is open. */
interface SessionEvents {
  /** Signed out here, in another tab, or by the server. */
  readonly onLost: () => void;
  /** The session changed, by a refresh or a second factor in another tab. */
  readonly onChanged: () => void;
  /** Another tab signed in as `userId`. */
  readonly onReplaced: (userId: string) => void;
  /** The session or the role may be gone, because the backend refused something or time has passed. */
  readonly onDoubt: () => void;
  /** The address was given a fragment, as some links do that open in the tab that is there. */
  readonly onFragment: () => void;
}

/** The interval of checks in milliseconds, for a page that sends no requests. */
const LOOK_EVERY_MS = 30_000;

function userIn(session: string): string {
  try {
    return (JSON.parse(session) as { user?: { id?: string } }).user?.id ?? '';
  } catch {
    return '';
  }
}

/** Listens for all of these. The returned function stops it. */
export function watchSession(events: SessionEvents): () => void {
  const { data } = auth().onAuthStateChange((event) => {
    // The library announces it in all tabs, also in those with a separate session (supabase/session-storage.ts).
    if (event === 'SIGNED_OUT' && !hasSession()) events.onLost();
    // Deferred, because the library must not be called during its event.
    if (event === 'TOKEN_REFRESHED' || event === 'MFA_CHALLENGE_VERIFIED') setTimeout(events.onChanged);
  });
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== SESSION_KEY) return;
    if (newValue === null) events.onLost();
    else events.onReplaced(userIn(newValue));
  };
  // A page restored by the back button shows its old content, but the session may have ended.
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
  const onLook = () => document.visibilityState === 'visible' && events.onDoubt();
  const stopRefusals = onRefusal(events.onDoubt);
  document.addEventListener('visibilitychange', onLook);
  const looking = setInterval(onLook, LOOK_EVERY_MS);
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  window.addEventListener('hashchange', events.onFragment);
  return () => {
    data.subscription.unsubscribe();
    stopRefusals();
    document.removeEventListener('visibilitychange', onLook);
    clearInterval(looking);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('hashchange', events.onFragment);
  };
}
