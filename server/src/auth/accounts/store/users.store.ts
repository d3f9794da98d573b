import { randomUUID } from 'node:crypto';
import type { Query } from '../../../database/database.ts';
import type { Metadata, UserChanges } from '../../kernel/entities/account.rules.ts';

export interface NewUser {
  readonly id?: string;
  readonly email?: string | null;
  readonly phone?: string | null;
  /** bcrypt, or null without a password. */
  readonly passwordHash?: string | null;
  readonly emailConfirmedAt?: Date | null;
  readonly phoneConfirmedAt?: Date | null;
  readonly invitedAt?: Date | null;
  readonly appMetadata: Metadata;
  readonly userMetadata: Metadata;
  readonly role?: string;
  readonly aud?: string;
  readonly bannedUntil?: Date | null;
  readonly isAnonymous?: boolean;
  readonly isSsoUser?: boolean;
  readonly at: Date;
}

/** @returns the new user's id. Rejects with 23505 when the address or number is taken. */
export async function insertUser(query: Query, user: NewUser): Promise<string> {
  const id = user.id ?? randomUUID();
  await query(
    `insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at,
       phone_confirmed_at, invited_at, raw_app_meta_data, raw_user_meta_data, banned_until, is_anonymous,
       is_sso_user, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb,
       $12, $13, $14, $15, $15)`,
    [
      id,
      user.aud ?? 'authenticated',
      user.role ?? 'authenticated',
      user.email ?? null,
      user.phone ?? null,
      user.passwordHash ?? null,
      user.emailConfirmedAt ?? null,
      user.phoneConfirmedAt ?? null,
      user.invitedAt ?? null,
      JSON.stringify(user.appMetadata),
      JSON.stringify(user.userMetadata),
      user.bannedUntil ?? null,
      user.isAnonymous ?? false,
      user.isSsoUser ?? false,
      user.at,
    ],
  );
  return id;
}

/** Sets the given columns and dates the change. */
export async function updateUser(query: Query, id: string, changes: UserChanges, at: Date): Promise<void> {
  const columns = Object.entries(changes).filter(([, value]) => value !== undefined);
  const values = columns.map(([, value]) =>
    value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value,
  );
  const assignments = columns.map(([column], place) => `${column} = $${place + 3}`);
  await query(`update auth.users set ${[...assignments, 'updated_at = $2'].join(', ')} where id = $1`, [
    id,
    at,
    ...values,
  ]);
}

export async function deleteUser(query: Query, id: string): Promise<void> {
  await query('delete from auth.users where id = $1', [id]);
}
