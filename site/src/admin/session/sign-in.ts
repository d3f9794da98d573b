import { auth } from '../../supabase/auth.ts';
import { answerOf } from './answer-of.ts';

/** Signs in by e-mail and password. An account with a second factor then needs that proof (second-factor/). */
export const signIn = (email: string, password: string) =>
  answerOf(auth().signInWithPassword({ email, password }));

/** Mails a link and a code for a new password. The answer is the same for unknown addresses. */
export const mailNewPasswordLink = (email: string) => answerOf(auth().resetPasswordForEmail(email));

/** Signs in by the code of that mail. */
export const signInByCode = (email: string, code: string) =>
  answerOf(auth().verifyOtp({ email, token: code, type: 'recovery' }));
