import { forgetText, keepText, keptText } from '../../ui/keep-text.ts';
import { placeInAdmin } from '../route/place-in-admin.ts';

/** Where in the admin area the person was going, or was, until they have signed in: kept by this tab alone. */
interface Next {
  readonly to: string;
  /** Whose it is; null: of anyone who signs in, for it was asked for without a session. */
  readonly userId: string | null;
  readonly hasDraft: boolean;
}

const KEY = 'solostead.next';

/** Read by the front page, which then opens the login dialog (login/take-login-asked.ts). */
const ASK = 'solostead.login';

function keep(next: Next): void {
  if (!placeInAdmin(next.to)) return;
  keepText('sessionStorage', KEY, JSON.stringify(next));
}

/** Keeps an address that was asked for without a session; the front page asks to sign in first. */
export function signInFirst(to: string): void {
  if (!placeInAdmin(to)) return;
  keep({ to, userId: null, hasDraft: false });
  keepText('sessionStorage', ASK, 'yes');
}

/** Goes to the front page with the login dialog open. */
export function askToSignIn(): void {
  keepText('sessionStorage', ASK, 'yes');
  location.replace('/');
}

/** Keeps where this person was when their session ended. */
export const comeBackTo = (to: string, userId: string, hasDraft: boolean): void =>
  keep({ to, userId, hasDraft });

function read(): Next | null {
  try {
    return JSON.parse(keptText('sessionStorage', KEY) ?? 'null') as Next | null;
  } catch {
    return null;
  }
}

/** Forgets an address that was asked for without a session: the person has changed their mind. */
export function forgetNext(): void {
  if (read()?.userId === null) forgetText('sessionStorage', KEY);
}

/** Where this person goes on, once; what another person left is dropped. */
export function takeNext(userId: string): { readonly to: string; readonly hasDraft: boolean } | null {
  const next = read();
  forgetText('sessionStorage', KEY);
  const to = placeInAdmin(next?.to);
  if (!next || !to || (next.userId !== null && next.userId !== userId)) return null;
  return { to, hasDraft: next.hasDraft === true };
}
