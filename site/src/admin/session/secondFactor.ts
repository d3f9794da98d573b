import { auth } from '../../supabase/auth.ts';
import { answerOf } from './answer.ts';
import type { Answer } from './answer.ts';

/** True when the session stands on the password alone although the account has an authenticator app. */
export async function isCodeDue(): Promise<boolean> {
  const { data } = await auth().mfa.getAuthenticatorAssuranceLevel();
  return data?.nextLevel === 'aal2' && data.currentLevel !== 'aal2';
}

/** Proves a code of any of the account's authenticator apps. */
export async function proveCode(code: string): Promise<Answer> {
  const { data } = await auth().mfa.listFactors();
  let answer: Answer = { ok: false, message: null };
  for (const { id } of data?.totp ?? []) {
    // One app after the other: a code belongs to one of them, and each try counts.
    // oxlint-disable-next-line no-await-in-loop
    answer = await answerOf(auth().mfa.challengeAndVerify({ factorId: id, code }));
    if (answer.ok) break;
  }
  return answer;
}
