import { z } from 'zod';
import { audit } from '../steps/audit.ts';
import type { Handler } from '../request/call.ts';
import { bodyOf } from '../request/call.ts';
import { createAccount } from '../steps/create-account.ts';
import { parseEmail } from '../domain/email.ts';
import { userJson } from '../domain/user-json.ts';
import { AuthError, emailExists } from '../errors.ts';
import { issueCode } from '../steps/issue-code.ts';
import { redirectOf } from '../request/redirect.ts';
import { mailFailed, sendCode } from '../steps/send-mail.ts';
import { findAccount, findAccountByEmail } from '../store/accounts.ts';

const schema = z.object({
  email: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
});

/** POST /invite: `{email, data?}` → User, and a mail whose link lets its reader in (auth contract 7). */
export const invite: Handler = async (call) => {
  const body = bodyOf(call, schema);
  const email = parseEmail(body.email ?? '');
  const { account, code } = await call.auth.database.transaction(async (query) => {
    const known = await findAccountByEmail(query, email);
    if (known?.user.email_confirmed_at) throw emailExists();
    const order = {
      kind: 'email',
      address: email,
      passwordHash: null,
      data: body.data,
      isConfirmed: false,
    } as const;
    const { user } = known ?? (await createAccount(call, query, order));
    const issued = await issueCode(call, query, {
      errand: 'invite',
      userId: user.id,
      address: email,
      challenge: null,
    });
    await audit(call, query, 'user_invited', user.id, { by: 'service_role' });
    return { account: (await findAccount(query, user.id))!, code: issued };
  });
  try {
    await sendCode(call, { errand: 'invite', to: email, code, redirectTo: redirectOf(call) }, []);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    call.request.log.error({ err: error }, 'invitation not sent');
    throw mailFailed('invite');
  }
  return userJson(account);
};
