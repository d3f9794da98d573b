/** The session's key in the browser's storage. */
export const SESSION_KEY = 'sb-solostead-auth-token';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The scope of stored data, which is all tabs of this browser, this tab, or this page. */
export type Reach = 'browser' | 'tab' | 'page';

const stored = new Map<string, string>();

const page: Store = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, text) => void stored.set(key, text),
  removeItem: (key) => void stored.delete(key),
};

/** The widest first. A browser refuses the first two by throwing when they are full or blocked. */
const places: readonly { readonly reach: Reach; readonly store: () => Store }[] = [
  { reach: 'browser', store: () => localStorage },
  { reach: 'tab', store: () => sessionStorage },
  { reach: 'page', store: () => page },
];

function attempt<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}

const placeFor = (key: string, text: string) =>
  places.find(({ store }) => attempt(() => (store().setItem(key, text), true)));

const placeOf = (key: string) => places.find(({ store }) => attempt(() => store().getItem(key)));

function removeExceptAt(taken: (typeof places)[number] | undefined, key: string): void {
  for (const place of places) if (place !== taken) attempt(() => place.store().removeItem(key));
}

/** Stores the session in the widest place that accepts it, and in no other. */
export const sessionStore: Store = {
  getItem(key) {
    const place = placeOf(key);
    // Another tab may have put one for all of them since this tab kept its own, which would come back after that one.
    if (place) removeExceptAt(place, key);
    return place?.store().getItem(key) ?? null;
  },
  setItem(key, text) {
    // Copies in other places are older, and their refresh token is used up.
    removeExceptAt(placeFor(key, text), key);
  },
  removeItem(key) {
    removeExceptAt(undefined, key);
  },
};

/** At least as many characters as a session has. */
const PROBE_LENGTH = 4096;

/** Returns the scope of the session, or, without one, of a session that would start here. Leaves nothing behind. */
export function sessionScope(): Reach {
  const probe = 'solostead.room';
  const place = placeOf(SESSION_KEY) ?? placeFor(probe, 'x'.repeat(PROBE_LENGTH));
  sessionStore.removeItem(probe);
  return place?.reach ?? 'page';
}
