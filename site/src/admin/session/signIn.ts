import { auth } from '../../supabase/auth.ts';
import { answerOf } from './answer.ts';

/** Signs in by e-mail and password; an account with a second factor then owes that proof (second-factor/). */
export const signIn = (email: string, password: string) =>
  answerOf(auth().signInWithPassword({ email, password }));

/** Mails a link that leads to the page for a new password; the answer is the same for addresses without account. */
export const mailNewPasswordLink = (email: string) =>
  answerOf(auth().resetPasswordForEmail(email, { redirectTo: `${location.origin}/admin?view=new-password` }));
