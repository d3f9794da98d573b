import type { Queryable } from '../../../database/database.ts';
import type { Account, AddressKind, UserChanges } from '../../kernel/entities/account.rules.ts';
import { type Dated, datedAt, deleteRows, insertRow, updateRow } from '../../../database/rows.ts';

/** The columns of an Account for a row `u` of auth.users. */
export const ACCOUNT = `
  to_json(u) as user,
  coalesce((select json_agg(i order by i.created_at, i.id)
    from auth.identities i where i.user_id = u.id), '[]') as identities,
  coalesce((select json_agg(f order by f.created_at, f.id)
    from auth.mfa_factors f where f.user_id = u.id), '[]') as factors`;

async function findOne(db: Queryable, where: string, values: readonly unknown[]): Promise<Account | null> {
  const { rows } = await db.query<Account>(
    `select ${ACCOUNT} from auth.users u where ${where}`,
    values,
    `account: ${where}`,
  );
  return rows[0] ?? null;
}

export const findAccount = (db: Queryable, id: string) => findOne(db, 'u.id = $1', [id]);

/** Returns an account that this transaction has just written or locked. Throws when it does not exist. */
export async function getAccount(db: Queryable, id: string): Promise<Account> {
  const account = await findAccount(db, id);
  if (!account) throw new Error('The account no longer exists.');
  return account;
}

/** Addresses that SQL or a move brought may have capitals. */
const byAddress = (kind: AddressKind) =>
  `${kind === 'email' ? 'lower(u.email)' : 'u.phone'} = $1 and not u.is_sso_user`;

/** Returns the account with this lower-case address or this number, single sign-on excluded. */
export const findAccountBy = (db: Queryable, kind: AddressKind, address: string): Promise<Account | null> =>
  findOne(db, byAddress(kind), [address]);

async function lockOne(db: Queryable, where: string, values: readonly unknown[]): Promise<Account | null> {
  await db.query(`select 1 from auth.users u where ${where} for no key update`, values);
  return findOne(db, where, values);
}

/** Like `findAccount`, holding the user's row until the transaction ends. */
export const lockAccount = (db: Queryable, id: string) => lockOne(db, 'u.id = $1', [id]);

/**
 * Like `findAccountBy`, holding the user's row until the transaction ends. Transactions that find none wait for each
 * other, so that the first one's new account is the account of the others.
 */
export async function lockAccountBy(db: Queryable, kind: AddressKind, address: string) {
  const known = await lockOne(db, byAddress(kind), [address]);
  if (known) return known;
  await lockKey(db, address);
  return lockOne(db, byAddress(kind), [address]);
}

/** Waits for every other transaction that holds `key`, and holds it until this one ends. */
export async function lockKey(db: Queryable, key: string): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
}

type NewUser = Omit<UserChanges, 'email_confirmed_at' | 'phone_confirmed_at'> & { readonly id?: string };

/**
 * Inserts an unconfirmed user. Its identities come next, then its confirmation in an UPDATE, as in GoTrue, so that the
 * triggers of projects fire. Rejects with 23505 when the address or number is taken.
 * @returns the new user's id
 */
export function insertUser(db: Dated, user: NewUser): Promise<string> {
  return insertRow(db, 'auth.users', {
    instance_id: '00000000-0000-0000-0000-000000000000',
    aud: 'authenticated',
    role: 'authenticated',
    ...user,
    ...datedAt(db),
  });
}

/** Sets the given columns and dates the change. */
export const updateUser = (db: Dated, id: string, changes: UserChanges): Promise<void> =>
  updateRow(db, 'auth.users', 'id', id, { ...changes, updated_at: db.at });

export const deleteUser = (db: Queryable, id: string) => deleteRows(db, 'auth.users', { id });
