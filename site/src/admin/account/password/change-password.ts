import { auth } from '../../../supabase/auth.ts';
import { answerOf, type Answer } from '../../session/answer.ts';

/** A password that was not saved because the person has to prove themselves again. A code was mailed. */
export type Change = Answer | { readonly ok: false; readonly codeSent: true; readonly message: null };

const REAUTHENTICATION = 'reauthentication_needed';

/** Returns true if the mailed code was refused, and not the password. */
export const isWrongCode = (answer: Change): boolean =>
  !answer.ok && 'code' in answer && answer.code === 'reauthentication_not_valid';

/** Mails a code that proves the person once more. */
export const mailCode = (): Promise<Answer> => answerOf(auth().reauthenticate());

/**
 * Sets the password. Someone who signed in long ago is mailed a code, which then goes along as `code`.
 */
export async function changePassword(password: string, code?: string): Promise<Change> {
  const answer = await answerOf(auth().updateUser(code ? { password, nonce: code } : { password }));
  if (answer.ok || answer.code !== REAUTHENTICATION) return answer;
  const mailed = await mailCode();
  return mailed.ok ? { ok: false, codeSent: true, message: null } : mailed;
}
