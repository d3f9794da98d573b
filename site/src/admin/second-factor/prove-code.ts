import { auth } from '../../supabase/auth.ts';
import { answerOf, refusal } from '../session/answer-of.ts';
import { type Answer, isWrongFactorCode, type Refusal } from '../session/answer.ts';

/** Proves a code of any of these authenticator apps. */
export async function proveAppCode(factorIds: readonly string[], code: string): Promise<Answer> {
  let answer: Answer = { ok: false, message: null };
  for (const factorId of factorIds) {
    // One app after the other: a code belongs to one of them, and each try counts.
    answer = await answerOf(auth().mfa.challengeAndVerify({ factorId, code }));
    if (answer.ok || !isWrongFactorCode(answer)) break;
  }
  return answer;
}

/** Proves a recovery code, which is then spent. */
export const proveRecoveryCode = (code: string): Promise<Answer> =>
  answerOf(auth().mfa.recoveryCodes.verify({ code }));

/** Sends a code to a phone. Its challenge id is needed with the code. */
export async function sendPhoneCode(factorId: string): Promise<{ challengeId: string } | Refusal> {
  const { data, error } = await auth().mfa.challenge({ factorId, channel: 'sms' });
  return error ? refusal(error) : { challengeId: data.id };
}

/** Proves the code that was sent to a phone. */
export const provePhoneCode = (factorId: string, challengeId: string, code: string): Promise<Answer> =>
  answerOf(auth().mfa.verify({ factorId, challengeId, code }));
