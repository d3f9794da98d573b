import { auth, hasSession, SESSION_KEY } from '../../supabase/auth.ts';
import { onRefusal } from '../../supabase/refusal.ts';

/** What can happen to a session while the page is open. */
interface SessionEvents {
  /** Signed out here, in another tab, or by the server. */
  readonly onLost: () => void;
  /** It says something new: renewed, or a second factor proven in another tab. */
  readonly onChanged: () => void;
  /** Another tab signed in; `userId` says who. */
  readonly onReplaced: (userId: string) => void;
  /** The session or the role may be gone: the backend refused something, or time has passed. */
  readonly onDoubt: () => void;
  /** The address was given a fragment, as some links do that open in the tab that is there. */
  readonly onFragment: () => void;
}

/** Milliseconds between two looks at a page that asks the backend nothing by itself. */
const LOOK_EVERY_MS = 30_000;

function userIn(session: string): string {
  try {
    return (JSON.parse(session) as { user?: { id?: string } }).user?.id ?? '';
  } catch {
    return '';
  }
}

/** Hears of all that; the returned function stops it. */
export function watchSession(events: SessionEvents): () => void {
  const { data } = auth().onAuthStateChange((event) => {
    // The library tells it to all tabs, also to those with a session of their own (supabase/session-storage.ts).
    if (event === 'SIGNED_OUT' && !hasSession()) events.onLost();
    // Later, for the library is not to be asked while it tells.
    if (event === 'TOKEN_REFRESHED' || event === 'MFA_CHALLENGE_VERIFIED') setTimeout(events.onChanged);
  });
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== SESSION_KEY) return;
    if (newValue === null) events.onLost();
    else events.onReplaced(userIn(newValue));
  };
  // A page brought back by the back button shows what it showed; the session may be gone since.
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
