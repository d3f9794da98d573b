import type { Query } from '../../database/database.ts';
import { audit } from '../kernel/audit/audit.ts';
import { type Call, presentTime } from '../kernel/call.ts';
import type { Account, Metadata } from '../kernel/entities/account.rules.ts';
import { getAccount, findAccountByEmail, findAccountByPhone } from './store/accounts.store.ts';
import { insertIdentity } from './store/identities.store.ts';
import { insertUser } from './store/users.store.ts';

export interface NewAccount {
  readonly kind: 'email' | 'phone';
  /** The address or number, already in its stored form. */
  readonly address: string;
  readonly passwordHash: string | null;
  /** user_metadata sent with the sign-up. */
  readonly data: Metadata | null | undefined;
  readonly isConfirmed: boolean;
  /** True for invitations and generated links, whose user_metadata is the given data instead of the identity's. */
  readonly keepsData?: boolean;
}

/**
 * Creates an account with an identity for its address. user_metadata starts as that identity's data (contract A0.12),
 * or as the given data. Runs in the caller's transaction. Rejects with 23505 when the address is taken.
 */
export async function createAccount(call: Call, query: Query, order: NewAccount): Promise<Account> {
  const { kind, address } = order;
  const at = presentTime(call);
  const id = crypto.randomUUID();
  const data: Metadata = {
    ...(order.keepsData ? {} : order.data),
    sub: id,
    [kind]: address,
    email_verified: kind === 'email' && order.isConfirmed,
    phone_verified: kind === 'phone' && order.isConfirmed,
  };
  await insertUser(query, {
    id,
    [kind]: address,
    passwordHash: order.passwordHash,
    emailConfirmedAt: kind === 'email' && order.isConfirmed ? at : null,
    phoneConfirmedAt: kind === 'phone' && order.isConfirmed ? at : null,
    appMetadata: { provider: kind, providers: [kind] },
    userMetadata: order.keepsData ? (order.data ?? {}) : data,
    at,
  });
  await insertIdentity(query, { userId: id, provider: kind, providerId: id, data, at });
  await audit(call, query, 'user_signedup', id, { provider: kind });
  return getAccount(query, id);
}

/** Returns the account with this address or number, or null. */
export function findAccountOf(
  query: Query,
  { kind, address }: Pick<NewAccount, 'kind' | 'address'>,
): Promise<Account | null> {
  return kind === 'email' ? findAccountByEmail(query, address) : findAccountByPhone(query, address);
}
