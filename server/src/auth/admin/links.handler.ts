import { z } from 'zod';
import { type Call, type Handler, bodyOf, callerOf, redirectOf } from '../kernel/call.ts';
import { type Transaction, audit, transaction } from '../kernel/transaction.ts';
import { createAccount, type NewAccount, refuseTaken } from '../accounts/create-account.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { parseEmail } from '../kernel/entities/address.rules.ts';
import { type TokenPurpose, tokenPurposes } from '../accounts/codes/one-time-code.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { authError, userNotFound, validationFailed } from '../kernel/errors.ts';
import { hashPassword } from '../kernel/password-hashing.ts';
import { reserveAccount } from '../accounts/proofs/settle-proof.ts';
import { actionLink, issueCode } from '../accounts/codes/issue-code.ts';
import { requireStrong } from '../accounts/passwords/new-password.ts';
import { getAccount, findAccountBy, lockAccountBy, updateUser } from '../accounts/store/accounts.store.ts';
import { deleteChangeTokens } from '../accounts/codes/one-time-tokens.store.ts';
import { changedMetadata, metadataBody } from '../accounts/metadata.rules.ts';
import { sendCode } from '../accounts/mail/send-mail.ts';
import { texts } from '../kernel/entities/json.rules.ts';

const schema = z.object({
  ...texts('type', 'email', 'new_email', 'password'),
  data: metadataBody.nullish(),
  ...texts('redirect_to'),
});
type Body = z.infer<typeof schema>;

const purposes = Object.keys(tokenPurposes) as TokenPurpose[];

/** POST /admin/generate_link returns the link and code of a mail without sending it (contract A7.6). */
export const adminGenerateLink: Handler = async (call) => {
  const body = bodyOf(call, schema);
  const email = parseEmail(body.email ?? '');
  const purpose = purposeOf(call, body);
  const passwordHash = purpose === 'signup' ? await passwordForNew(call, email, body.password) : null;
  const redirectTo = redirectOf(call, body.redirect_to);

  return transaction(call, async (tx) => {
    const account = await accountFor(tx, { purpose, email, passwordHash, data: body.data });
    const isChange = purpose.startsWith('email_change');
    const newEmail = isChange ? await noteNewEmail(tx, account, body.new_email ?? '') : null;
    // A link for an address without an account signs up.
    const issued = purpose === 'magiclink' && account.isNew ? 'signup' : purpose;
    const address = issued === 'email_change_new' ? newEmail! : email;
    const userId = account.user.id;
    const code = await issueCode(tx, { purpose: issued, userId, address });
    await audit(tx, 'generate_link', userId, { by: 'service_role', type: issued });
    return {
      ...userJson(await getAccount(tx, userId)),
      action_link: actionLink(tx, issued, code.tokenHash, { redirectTo }),
      email_otp: code.otp,
      hashed_token: code.tokenHash,
      verification_type: issued.startsWith('email_change') ? issued : tokenPurposes[issued].verification,
      redirect_to: redirectTo,
    };
  });
};

/** @throws AuthError 400 validation_failed */
function purposeOf(call: Call, { type }: Body): TokenPurpose {
  const purpose = purposes.find((known) => known === type && tokenPurposes[known].isLinked);
  if (!purpose) {
    throw validationFailed(`Invalid email action link type requested: ${(type ?? '').slice(0, 40)}`);
  }
  if (purpose === 'email_change_current' && !call.auth.settings.email.double_confirm_changes) {
    throw validationFailed('Enable secure email change to generate link for current email');
  }
  return purpose;
}

/** Returns the hash of a new account's password, or null for a known address, whose password stays. */
async function passwordForNew(call: Call, email: string, password: string | null | undefined) {
  if (await findAccountBy(call.auth.database, 'email', email)) return null;
  if (!password) throw validationFailed('Signup requires a valid password');
  await requireStrong(call, password, email);
  return hashPassword(call, password);
}

type LinkOrder = Pick<NewAccount, 'passwordHash' | 'data'> & { purpose: TokenPurpose; email: string };
type LinkAccount = Account & { readonly isNew: boolean };

/**
 * Finds the account of the link and locks it. For signup, magiclink and invite it creates a missing one. The data of a
 * sign-up or invitation is merged into a known account, whose password a sign-up keeps.
 */
async function accountFor(tx: Transaction, order: LinkOrder): Promise<LinkAccount> {
  const { purpose, email, passwordHash, data } = order;
  const known = await lockAccountBy(tx, 'email', email);
  if (!known) {
    if (!['signup', 'magiclink', 'invite'].includes(purpose)) {
      throw userNotFound('User with this email not found');
    }
    const made = { kind: 'email', address: email, passwordHash, data, keepsData: true } as const;
    return { ...(await createAccount(tx, made)), isNew: true };
  }
  if (purpose !== 'signup' && purpose !== 'invite') return { ...known, isNew: false };
  if (known.user.email_confirmed_at) throw authError('email_exists');
  const account = purpose === 'invite' ? await reserveAccount(tx, known) : known;
  const raw_user_meta_data = changedMetadata('user_metadata', account.user.raw_user_meta_data, data);
  await updateUser(tx, account.user.id, { raw_user_meta_data });
  return { ...account, isNew: false };
}

/** Stores the requested new address and returns its stored form. */
async function noteNewEmail(tx: Transaction, account: Account, requested: string): Promise<string> {
  const newEmail = parseEmail(requested);
  const { id, email_change } = account.user;
  await refuseTaken(tx, 'email', newEmail, id);
  if (email_change === newEmail) return newEmail;
  // A consent for another address does not apply to this one.
  await deleteChangeTokens(tx, id, 'email');
  await updateUser(tx, id, { email_change: newEmail, email_change_confirm_status: 0 });
  return newEmail;
}

const invitation = z.object({ ...texts('email'), data: metadataBody.nullish() });

/** POST /invite `{email, data?}` returns the User and sends a mail whose link signs in (contract A7.5). */
export const invite: Handler = async (call) => {
  const body = bodyOf(call, invitation);
  const email = parseEmail(body.email ?? '');
  const known = await findAccountBy(call.auth.database, 'email', email);
  if (known?.user.email_confirmed_at) throw authError('email_exists');
  await call.auth.limits.consume('email_secret_key', callerOf(call));
  const { account, code } = await transaction(call, async (tx) => {
    const order = { purpose: 'invite', email, passwordHash: null, data: body.data } as const;
    const { user } = await accountFor(tx, order);
    const issued = await issueCode(tx, { purpose: 'invite', userId: user.id, address: email });
    await audit(tx, 'user_invited', user.id, { by: 'service_role' });
    return { account: await getAccount(tx, user.id), code: issued };
  });
  try {
    const data = account.user.raw_user_meta_data ?? {};
    await sendCode(call, { purpose: 'invite', to: email, code, data }, []);
  } catch (error) {
    call.request.log.error({ err: error }, 'invitation not sent');
    throw authError('unexpected_failure', { message: 'Error sending invite email' });
  }
  return userJson(account);
};
