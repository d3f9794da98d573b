import { auth } from '../../supabase/auth.ts';
import { answerOf } from './answer.ts';

/** Signs in by e-mail and password; an account with a second factor then owes that proof (second-factor/). */
export const signIn = (email: string, password: string) =>
  answerOf(auth().signInWithPassword({ email, password }));

/** Mails a link and a code that lead to a new password; the answer is the same for addresses without account. */
export const mailNewPasswordLink = (email: string) => answerOf(auth().resetPasswordForEmail(email));

/** Signs in by the code of that mail. */
export const signInByCode = (email: string, code: string) =>
  answerOf(auth().verifyOtp({ email, token: code, type: 'recovery' }));
