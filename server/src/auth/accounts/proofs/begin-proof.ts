import type { Call } from '../../kernel/call.ts';
import { type Transaction, transaction } from '../../kernel/transaction.ts';
import type { Account } from '../../kernel/entities/account.rules.ts';
import { codeOfLink, PKCE_PREFIX } from '../../kernel/entities/secrets.rules.ts';
import { matchesPassword } from '../../kernel/password-hashing.ts';
import { type IssuedCode, issueCode } from '../codes/issue-code.ts';
import { findTokenOf } from '../codes/one-time-tokens.store.ts';
import { createAccount, type NewAccount } from '../create-account.ts';
import { sendCode } from '../mail/send-mail.ts';
import { lockAccount, updateUser, findAccountBy } from '../store/accounts.store.ts';
import { hasOpenProof, pendingPassword, accountState } from './proof.rules.ts';

/** Returns true if a code for the account's first proof is still valid. */
const isProofOpen = (call: Call, { user }: Account): boolean =>
  hasOpenProof(user, call.auth.settings.email.otp_expiry, call.auth.clock.now());

/**
 * Returns the stored password that a sign-up's password equals, if the account's proof is open, or null. It runs
 * before the transaction, because hashing waits in a queue.
 */
export async function matchingPassword(call: Call, account: Account | null, password: string) {
  const stored = account?.user.encrypted_password;
  if (!account || !stored || !isProofOpen(call, account)) return null;
  return (await matchesPassword(call, password, stored)) ? stored : null;
}

/**
 * Returns the unproven account whose proof a request begins, with the password that it now waits with (contract
 * A1.12). It creates the account if the address has none. `matching` comes from `matchingPassword`. Returns null if
 * the account is invited or proven. Runs in the caller's transaction.
 */
export async function beginProof(
  tx: Transaction,
  order: Omit<NewAccount, 'isConfirmed'>,
  matching: string | null = null,
): Promise<Account | null> {
  const known = await findAccountBy(tx, order.kind, order.address);
  if (!known) return createAccount(tx, order);
  return setPendingPassword(tx, known, order.passwordHash ?? null, matching);
}

/**
 * Runs `limit` for a request that would begin the first proof of an account. A refused request without the password that
 * an open proof waits with still drops that password (contract A1.12), because the reader of the mail may have sent the
 * refused request. The drop runs after the answer, so the answer's time does not show whether an account exists.
 */
export async function limitFirstProof(
  call: Call,
  address: Pick<NewAccount, 'kind' | 'address'>,
  password: string | null,
  limit: () => Promise<void>,
): Promise<void> {
  try {
    await limit();
  } catch (error) {
    call.auth.background.run('Dropping the password of an open proof', () =>
      dropOtherPassword(call, address, password),
    );
    throw error;
  }
}

async function dropOtherPassword(
  call: Call,
  address: Pick<NewAccount, 'kind' | 'address'>,
  password: string | null,
): Promise<void> {
  const { database } = call.auth;
  const known = await findAccountBy(database, address.kind, address.address);
  if (!known || !isProofOpen(call, known)) return;
  if (password !== null && (await matchingPassword(call, known, password)) !== null) return;
  await transaction(call, (tx) => setPendingPassword(tx, known, null, null));
}

/** Stores the password that an unproven account waits with after a request. Returns null if it is not unproven. */
async function setPendingPassword(
  tx: Transaction,
  { user: { id } }: Account,
  encrypted: string | null,
  matching: string | null,
): Promise<Account | null> {
  const account = await lockAccount(tx, id);
  if (!account || accountState(account.user) !== 'unproven') return null;
  const { user } = account;
  const isSame = matching !== null && matching === user.encrypted_password;
  const encrypted_password = pendingPassword({ user, isOpen: isProofOpen(tx, account), isSame }, encrypted);
  await updateUser(tx, id, { encrypted_password });
  return account;
}

/** Mails an invited account its open invitation again, with the same link and code, or a new one once that expired. */
export async function mailInvitation(call: Call, { user }: Account): Promise<void> {
  const code = await invitationOf(call, user.id, user.email!);
  const data = user.raw_user_meta_data ?? {};
  if (code) await sendCode(call, { purpose: 'invite', to: user.email!, code, data });
}

function invitationOf(call: Call, userId: string, address: string): Promise<IssuedCode | null> {
  return transaction(call, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || accountState(account.user) !== 'invited') return null;
    const open = isProofOpen(tx, account) && (await findTokenOf(tx, userId, 'confirmation_token'));
    if (open && !open.token_hash.startsWith(PKCE_PREFIX)) {
      const { otp_length } = tx.auth.settings.email;
      return { otp: codeOfLink(open.token_hash, otp_length), tokenHash: open.token_hash };
    }
    return issueCode(tx, { purpose: 'invite', userId, address });
  });
}
