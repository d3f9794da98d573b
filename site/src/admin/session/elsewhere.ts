import type { AuthError } from '@supabase/auth-js';
import { auth, pkceAuth } from '../../supabase/auth.ts';
import { answerOf } from './answer-of.ts';
import type { Answer } from './answer.ts';
import { COMING_BACK } from '../auth-callback/auth-callback.ts';

const backHere = () => `${location.origin}/admin?${COMING_BACK}`;

/** Leaves for another service's sign-in, which returns to /admin. */
export const signInAt = (provider: string): Promise<Answer> =>
  answerOf(
    pkceAuth().signInWithOAuth({ provider: provider as 'google', options: { redirectTo: backHere() } }),
  );

/** Exchanges the code of a sign-in elsewhere, with the verifier that this browser kept. */
export const finishSignInElsewhere = (code: string, flowId: string | null): Promise<Answer> =>
  answerOf(pkceAuth().exchangeCodeForSession(code, flowId ? { flowId } : {}));

/** Leaves for a company's sign-in, found by the domain of an e-mail address. */
export const signInAtCompany = (email: string): Promise<Answer> =>
  answerOf(
    pkceAuth().signInWithSSO({
      domain: email.slice(email.lastIndexOf('@') + 1),
      options: { redirectTo: backHere() },
    }),
  );

/** Asks this device for a passkey. */
export const signInByPasskey = (): Promise<Answer> =>
  answerOf(auth().signInWithPasskey() as Promise<{ error: AuthError | null }>);
