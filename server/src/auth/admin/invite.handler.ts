import { z } from 'zod';
import { audit } from '../kernel/audit.ts';
import { type Handler, bodyOf } from '../kernel/call.ts';
import { createAccount } from '../accounts/create-account.ts';
import { parseEmail } from '../kernel/entities/address.rules.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { emailExists } from '../kernel/errors.ts';
import { reserveAccount } from '../accounts/proofs/settle-proof.ts';
import { issueCode } from '../accounts/codes/issue-code.ts';
import { limitMailBySecretKey } from '../accounts/mail/mail-limits.ts';
import { mailFailed, sendCode } from '../accounts/mail/send-mail.ts';
import { getAccount, findAccountByEmail } from '../accounts/store/accounts.store.ts';
import { metadataBody } from '../accounts/metadata.rules.ts';

const schema = z.object({ email: z.string().nullish(), data: metadataBody.nullish() });

/** POST /invite `{email, data?}` returns the User and sends a mail whose link signs in (contract A7.5). */
export const invite: Handler = async (call) => {
  const body = bodyOf(call, schema);
  const email = parseEmail(body.email ?? '');
  refuseConfirmed(await findAccountByEmail(call.auth.database.query, email));
  await limitMailBySecretKey(call);
  const { account, code } = await call.auth.database.transaction(async (query) => {
    const known = refuseConfirmed(await findAccountByEmail(query, email));
    const order = { kind: 'email', address: email, data: body.data, keepsData: true } as const;
    const { user } = known
      ? await reserveAccount(call, query, known)
      : await createAccount(call, query, order);
    const issued = await issueCode(call, query, { purpose: 'invite', userId: user.id, address: email });
    await audit(call, query, 'user_invited', user.id, { by: 'service_role' });
    return { account: await getAccount(query, user.id), code: issued };
  });
  try {
    await sendCode(call, { purpose: 'invite', to: email, code }, []);
  } catch (error) {
    call.request.log.error({ err: error }, 'invitation not sent');
    throw mailFailed('invite');
  }
  return userJson(account);
};

/** @throws AuthError 422 email_exists */
function refuseConfirmed(account: Account | null): Account | null {
  if (account?.user.email_confirmed_at) throw emailExists();
  return account;
}
