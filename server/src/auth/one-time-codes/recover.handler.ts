import { z } from 'zod';
import { audit } from '../kernel/audit.ts';
import { type Call, type Handler, bodyOf } from '../kernel/call.ts';
import { type CodeChallenge, challengeOf, codeBody } from '../accounts/codes/code-challenge.rules.ts';
import { parseEmail } from '../kernel/entities/address.rules.ts';
import { validationFailed } from '../kernel/errors.ts';
import { issueCode } from '../accounts/codes/issue-code.ts';
import { redirectOf } from '../kernel/request/redirect.ts';
import { limitMailByCaller } from '../accounts/mail/mail-limits.ts';
import { sendCode } from '../accounts/mail/send-mail.ts';
import { findAccountByEmail } from '../accounts/store/accounts.store.ts';

const schema = z.object({ email: z.string().nullish(), ...codeBody });

/** POST /recover `{email}` returns `{}` in the same time for known and unknown addresses (contract A1.5). */
export const recover: Handler = async (call) => {
  const body = bodyOf(call, schema);
  if (!body.email) throw validationFailed('Password recovery requires an email');
  const email = parseEmail(body.email);
  const challenge = challengeOf(body);
  await limitMailByCaller(call, 'recovery', email);
  call.auth.background.run('Password recovery', () => mailRecovery(call, email, challenge));
  return {};
};

/** Sends the mail to the account's holder, if there is one. */
export async function mailRecovery(
  call: Call,
  email: string,
  challenge: CodeChallenge | null,
  purpose: 'recovery' | 'magiclink' = 'recovery',
): Promise<void> {
  const account = await findAccountByEmail(call.auth.database.query, email);
  if (!account) return;
  const code = await call.auth.database.transaction(async (query) => {
    await audit(call, query, 'user_recovery_requested', account.user.id, { purpose });
    return issueCode(call, query, { purpose, userId: account.user.id, address: email, challenge });
  });
  await sendCode(call, { purpose, to: email, code, redirectTo: redirectOf(call) });
}
