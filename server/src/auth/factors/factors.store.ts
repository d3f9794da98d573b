import type { Queryable } from '../../database/database.ts';
import { type Dated, datedAt, deleteRows, findRow, insertRow, updateRow } from '../../database/rows.ts';
import type { FactorRow, Metadata } from '../kernel/entities/account.rules.ts';

type NewFactor = Pick<FactorRow, 'user_id' | 'factor_type' | 'friendly_name'> &
  Partial<Pick<FactorRow, 'secret' | 'phone' | 'status'>>;

/** Inserts a factor, unverified unless stated. @returns its id */
export const insertFactor = (db: Dated, factor: NewFactor): Promise<string> =>
  insertRow(db, 'auth.mfa_factors', { status: 'unverified', ...factor, ...datedAt(db) });

/** A user's factor, held until the transaction ends. */
export const lockFactor = (db: Queryable, userId: string, id: string): Promise<FactorRow | null> =>
  findRow(db, 'auth.mfa_factors', 'id = $1 and user_id = $2 for update', [id, userId]);

/** Removes the user's factors that were begun before `before` and never verified. */
export async function deleteStaleFactors(db: Queryable, userId: string, before: Date): Promise<void> {
  await db.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < $2`,
    [userId, before],
  );
}

/** Notes that a factor was proven, and removes the user's other unverified ones of its type. */
export async function markFactorVerified(db: Dated, factor: FactorRow): Promise<void> {
  const { id, user_id, factor_type } = factor;
  await updateRow(db, 'auth.mfa_factors', 'id', id, { status: 'verified', updated_at: db.at });
  await deleteRows(db, 'auth.mfa_factors', { user_id, factor_type, status: 'unverified' });
}

export const deleteFactor = (db: Queryable, id: string) => deleteRows(db, 'auth.mfa_factors', { id });

/** Removes every second factor of a user. */
export const deleteFactors = (db: Queryable, user_id: string) =>
  deleteRows(db, 'auth.mfa_factors', { user_id });

/** Accepts a time step once. Returns false if it or a later one was used before (RFC 6238 section 5.2). */
export async function useTotpStep(db: Queryable, factorId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into auth.totp_uses (factor_id, last_step) values ($1, $2)
     on conflict (factor_id) do update set last_step = excluded.last_step
       where totp_uses.last_step < excluded.last_step`,
    [factorId, step],
  );
  return rowCount === 1;
}

/** Stores a WebAuthn factor's public key and counter. The model (`aaguid`) stays unless given. */
export const setWebAuthnCredential = (
  db: Queryable,
  factorId: string,
  credential: Metadata,
  aaguid?: string,
): Promise<void> =>
  updateRow(db, 'auth.mfa_factors', 'id', factorId, {
    web_authn_credential: credential,
    web_authn_aaguid: aaguid,
  });

/** A number that was begun with and not verified makes way for another try. */
export const deleteUnverifiedPhoneFactors = (db: Queryable, user_id: string, phone: string) =>
  deleteRows(db, 'auth.mfa_factors', { user_id, phone, status: 'unverified' });

export interface ChallengeRow {
  readonly id: string;
  readonly factor_id: string;
  readonly created_at: string;
  readonly ip_address: string;
  readonly otp_code: string | null;
  readonly web_authn_session_data: Metadata | null;
}

type NewChallenge = Pick<ChallengeRow, 'factor_id' | 'ip_address'> & NewChallengeData;

/** The data of a challenge, by its kind of factor. */
export type NewChallengeData = Partial<Pick<ChallengeRow, 'otp_code' | 'web_authn_session_data'>>;

/** @returns the new challenge's id */
export async function insertChallenge(db: Dated, challenge: NewChallenge): Promise<string> {
  const id = await insertRow(db, 'auth.mfa_challenges', { ...challenge, created_at: db.at });
  // To the microsecond: the column is unique over all factors.
  await db.query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [
    challenge.factor_id,
  ]);
  return id;
}

/** A factor's challenge, held until the transaction ends. */
export const lockChallenge = (db: Queryable, factorId: string, id: string): Promise<ChallengeRow | null> =>
  findRow(db, 'auth.mfa_challenges', 'id = $1 and factor_id = $2 for update', [id, factorId]);

/** A challenge that was met is gone, and with it what the factor still had open. */
export const deleteChallenges = (db: Queryable, factor_id: string) =>
  deleteRows(db, 'auth.mfa_challenges', { factor_id });
