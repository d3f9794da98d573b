import { z } from 'zod';
import { audit } from '../steps/audit.ts';
import type { Call, Handler } from '../request/call.ts';
import { bodyOf } from '../request/call.ts';
import type { CodeChallenge } from '../domain/code-challenge.ts';
import { parseEmail } from '../domain/email.ts';
import { validationFailed } from '../errors.ts';
import { issueCode } from '../steps/issue-code.ts';
import { redirectOf } from '../request/redirect.ts';
import { requireMailAllowance, requirePatience, sendCode } from '../steps/send-mail.ts';
import { findAccountByEmail } from '../store/accounts.ts';
import { challengeOf, codeBody } from './code-body.ts';

const schema = z.object({ email: z.string().nullish(), ...codeBody });

/** POST /recover: `{email}` → `{}` in the same time whether somebody has the address or not (auth contract 1). */
export const recover: Handler = async (call) => {
  const body = bodyOf(call, schema);
  if (!body.email) throw validationFailed('Password recovery requires an email');
  const email = parseEmail(body.email);
  const challenge = challengeOf(body);
  await requireMailAllowance(call);
  await requirePatience(call, 'recovery', email);
  call.auth.background.run('Password recovery', () => mailRecovery(call, email, challenge));
  return {};
};

/** Sends the mail to the account's holder, if there is one. */
export async function mailRecovery(
  call: Call,
  email: string,
  challenge: CodeChallenge | null,
  errand: 'recovery' | 'magiclink' = 'recovery',
): Promise<void> {
  const account = await findAccountByEmail(call.auth.database.query, email);
  if (!account) return;
  const code = await call.auth.database.transaction(async (query) => {
    await audit(call, query, 'user_recovery_requested', account.user.id, { errand });
    return issueCode(call, query, { errand, userId: account.user.id, address: email, challenge });
  });
  await sendCode(call, { errand, to: email, code, redirectTo: redirectOf(call) });
}
