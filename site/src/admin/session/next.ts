import { forgetText, keepText, storedText } from '../../ui/keep-text.ts';

/** The destination in the admin area after signing in, kept in this tab only. */
interface Next {
  readonly to: string;
  /** Its owner, or null for anyone who signs in, if it was requested without a session. */
  readonly userId: string | null;
  readonly hasDraft: boolean;
}

const KEY = 'solostead.next';

/** Read by the front page, which then opens the login dialog (login/resume-login.ts). */
const ASK = 'solostead.login';

/** Returns an address of the admin area in this origin as path and query, or null. */
export function placeInAdmin(to: unknown, origin = location.origin): string | null {
  if (typeof to !== 'string' || !URL.canParse(to, origin)) return null;
  const url = new URL(to, origin);
  if (url.origin !== origin || url.pathname !== '/admin') return null;
  return url.search ? url.pathname + url.search : null;
}

/** Keeps where this person was when their session ended. */
export function comeBackTo(to: string, userId: string | null, hasDraft: boolean): void {
  if (placeInAdmin(to))
    keepText('sessionStorage', KEY, JSON.stringify({ to, userId, hasDraft } satisfies Next));
}

/** Remembers an address that was requested without a session. The front page asks to sign in first. */
export function signInFirst(to: string): void {
  if (!placeInAdmin(to)) return;
  comeBackTo(to, null, false);
  keepText('sessionStorage', ASK, 'yes');
}

/** Goes to the front page with the login dialog open. */
export function askToSignIn(): void {
  keepText('sessionStorage', ASK, 'yes');
  location.replace('/');
}

/** Remembers in this tab who is to sign in again after their session ended (login/resume-login.ts). */
export const keepLastAddress = (email: string): void => keepText('sessionStorage', 'solostead.again', email);

function read(): Next | null {
  try {
    return JSON.parse(storedText('sessionStorage', KEY) ?? 'null') as Next | null;
  } catch {
    return null;
  }
}

/** Forgets an address that was requested without a session, because the person changed their mind. */
export function forgetNext(): void {
  if (read()?.userId === null) forgetText('sessionStorage', KEY);
}

/** Returns this person's destination once. Another person's is dropped. */
export function takeNext(userId: string): { readonly to: string; readonly hasDraft: boolean } | null {
  const next = read();
  forgetText('sessionStorage', KEY);
  const to = placeInAdmin(next?.to);
  if (!next || !to || (next.userId !== null && next.userId !== userId)) return null;
  return { to, hasDraft: next.hasDraft === true };
}
