import type { Queryable } from '../../database/database.ts';
import { type Transaction, audit } from '../kernel/transaction.ts';
import type { Account, AddressKind, Metadata } from '../kernel/entities/account.rules.ts';
import { authError } from '../kernel/errors.ts';
import { getAccount, findAccountBy, insertUser, updateUser } from './store/accounts.store.ts';
import { insertIdentity } from './store/identities.store.ts';

export interface NewAccount {
  readonly kind: AddressKind;
  /** The address or number, already in its stored form. */
  readonly address: string;
  readonly passwordHash?: string | null;
  /** user_metadata sent with the sign-up. */
  readonly data: Metadata | null | undefined;
  readonly isConfirmed?: boolean;
  /** True for invitations and generated links, whose user_metadata is the given data instead of the identity's. */
  readonly keepsData?: boolean;
}

/**
 * Creates an account with an identity for its address. user_metadata becomes that identity's data (contract A0.12), or
 * stays the given data. The statements come in GoTrue's order, because triggers of a project see each of them. Runs in
 * the caller's transaction. Rejects with 23505 when the address is taken.
 */
export async function createAccount(tx: Transaction, order: NewAccount): Promise<Account> {
  const { kind, address, isConfirmed = false } = order;
  const id = crypto.randomUUID();
  const metadata = order.data ?? {};
  const unverified = { email_verified: false, phone_verified: false };
  const data: Metadata = {
    ...(order.keepsData ? {} : metadata),
    sub: id,
    [kind]: address,
    ...unverified,
    ...(isConfirmed && { [`${kind}_verified`]: true }),
  };
  const user = {
    id,
    [kind]: address,
    encrypted_password: order.passwordHash ?? null,
    raw_app_meta_data: { provider: kind, providers: [kind] },
    raw_user_meta_data: metadata,
  };
  await insertUser(tx, user);
  await insertIdentity(tx, { userId: id, provider: kind, providerId: id, data });
  if (!order.keepsData) await updateUser(tx, id, { raw_user_meta_data: { ...data, ...unverified } });
  if (isConfirmed) {
    await updateUser(tx, id, { [`${kind}_confirmed_at`]: tx.at });
    await updateUser(tx, id, { raw_user_meta_data: data });
  }
  await audit(tx, 'user_signedup', id, { provider: kind });
  return getAccount(tx, id);
}

/** @throws AuthError 422 email_exists, phone_exists if an account other than `own` has the address or number */
export async function refuseTaken(db: Queryable, kind: AddressKind, address: string, own?: string) {
  const holder = await findAccountBy(db, kind, address);
  if (holder && holder.user.id !== own) throw authError(`${kind}_exists`);
}
