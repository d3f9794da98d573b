/** What a mailed link brought with it. */
export interface Arrival {
  /** Why the link does not work, in the server's words; null when nothing is wrong. */
  readonly error: string | null;
  /** The link is for people without a password: forgotten, or invited. */
  readonly wantsPassword: boolean;
}

const PASSWORD_LINKS = ['recovery', 'invite'];

/** Reads an address before the auth library takes the tokens out of it; the fragment's word counts before the query's. */
export function readArrival(address: string): Arrival {
  const { hash, searchParams } = new URL(address);
  const fragment = new URLSearchParams(hash.slice(1));
  const read = (name: string) => fragment.get(name) ?? searchParams.get(name);
  const error = read('error_description') ?? read('error') ?? read('error_code');
  return { error, wantsPassword: PASSWORD_LINKS.includes(fragment.get('type') ?? '') };
}

/** Marks the address that people who sign in elsewhere come back to. */
export const COMING_BACK = 'from=sign-in';

/** Whether somebody comes back from signing in elsewhere, not from a mail. */
export const cameBack = (address: string): boolean => new URL(address).searchParams.get('from') === 'sign-in';

const ERROR_KEYS = ['error', 'error_code', 'error_description', 'from'];

/** The address without what a failed link left in it; tokens are the auth library's to remove. */
export function withoutError(address: string): string {
  const url = new URL(address);
  ERROR_KEYS.forEach((key) => url.searchParams.delete(key));
  url.hash = '';
  return url.pathname + url.search;
}
