import { onRefusal } from '../../supabase/refusal.ts';
import { SESSION_KEY } from '../../supabase/session-storage.ts';
import { hasSession, loadAuth } from '../../supabase/session.ts';
import { storedSession } from '../../supabase/session-clock.ts';

/** The events of a session while the page is open. */
interface SessionEvents {
  /** Signed out here, in another tab, or by the server. */
  readonly onLost: () => void;
  /** The session may have changed, by a refresh or a second factor in another tab. */
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

/** Milliseconds after which the client library is loaded, unless something needs it before. The list comes first. */
const CLIENT_AFTER_MS = 2_000;

/**
 * Subscribes to the client library, which from then on refreshes the session and announces what other tabs do. After
 * a failed load the next call tries again.
 */
function subscription(events: SessionEvents, signal: AbortSignal): () => Promise<void> {
  let hasBegun = false;
  return async () => {
    if (hasBegun) return;
    hasBegun = true;
    const client = await loadAuth().catch(() => null);
    hasBegun = client !== null;
    if (!client || signal.aborted) return;
    const { data } = client.onAuthStateChange((event) => {
      // The library announces it in all tabs, also in those with a separate session (supabase/session-storage.ts).
      // INITIAL_SESSION is the first event, after which a session may already be gone.
      if ((event === 'SIGNED_OUT' || event === 'INITIAL_SESSION') && !hasSession()) events.onLost();
      // Deferred, because the library must not be called during its event.
      if (event === 'TOKEN_REFRESHED' || event === 'MFA_CHALLENGE_VERIFIED') setTimeout(events.onChanged);
    });
    signal.addEventListener('abort', () => data.subscription.unsubscribe());
  };
}

/** Listens for all of these. The returned function stops it. */
export function watchSession(events: SessionEvents): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const subscribe = subscription(events, signal);
  const onLook = () => {
    if (document.visibilityState !== 'visible') return;
    events.onDoubt();
    void subscribe();
  };
  const soon = setTimeout(() => void subscribe(), CLIENT_AFTER_MS);
  const looking = setInterval(onLook, LOOK_EVERY_MS);
  const stopRefusals = onRefusal(events.onDoubt);
  document.addEventListener('visibilitychange', onLook, { signal });
  window.addEventListener(
    'storage',
    ({ key }) => {
      // Without a key, all of the storage was cleared.
      if (key !== null && key !== SESSION_KEY) return;
      if (!hasSession()) return events.onLost();
      events.onReplaced(storedSession()?.user?.id ?? '');
      events.onChanged();
    },
    { signal },
  );
  // A page restored by the back button shows its old content, but the session may have ended.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { signal });
  window.addEventListener('hashchange', events.onFragment, { signal });
  return () => {
    stopping.abort();
    clearTimeout(soon);
    clearInterval(looking);
    stopRefusals();
  };
}
