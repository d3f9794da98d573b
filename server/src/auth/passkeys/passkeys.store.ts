import type { Queryable } from '../../database/database.ts';
import { type Dated, datedAt, deleteRows, findRows, insertRow, updateRow } from '../../database/rows.ts';
import type { Credential, NewCredential, Ceremony } from '../kernel/webauthn-json.rules.ts';

/** A credential that signs in without another factor. Binary values are base64url. */
export interface PasskeyRow {
  readonly id: string;
  readonly credential_id: string;
  readonly public_key: string;
  readonly sign_count: number;
  readonly transports: readonly string[];
  readonly friendly_name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** A passkey as the library verifies it. */
export const credentialOf = (passkey: PasskeyRow): Credential => ({
  id: passkey.credential_id,
  publicKey: passkey.public_key,
  signCount: passkey.sign_count,
  transports: passkey.transports,
});

const TABLE = 'auth.webauthn_credentials';
const BINARY_VALUES = ` || jsonb_build_object(
  'credential_id', translate(encode(r.credential_id, 'base64'), E'+/=\\n', '-_'),
  'public_key', translate(encode(r.public_key, 'base64'), E'+/=\\n', '-_'))`;

const find = (db: Queryable, where: string, values: readonly unknown[]): Promise<PasskeyRow[]> =>
  findRows(db, TABLE, `${where} order by created_at, id`, values, BINARY_VALUES);

export const listPasskeys = (db: Queryable, userId: string) => find(db, 'user_id = $1', [userId]);

export const findPasskey = async (db: Queryable, userId: string, id: string): Promise<PasskeyRow | null> =>
  (await find(db, 'user_id = $1 and id = $2', [userId, id]))[0] ?? null;

export const findPasskeyByCredential = async (db: Queryable, userId: string, credentialId: string) =>
  (await find(db, 'user_id = $1 and credential_id = $2', [userId, bytesOf(credentialId)]))[0] ?? null;

const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');

/** @returns the new passkey's id. Rejects with 23505 when the credential is registered already. */
export const insertPasskey = (
  db: Dated,
  userId: string,
  made: NewCredential,
  friendly_name: string,
): Promise<string> =>
  insertRow(db, TABLE, {
    user_id: userId,
    credential_id: bytesOf(made.id),
    public_key: bytesOf(made.publicKey),
    friendly_name,
    attestation_type: 'none',
    aaguid: made.aaguid,
    sign_count: made.signCount,
    transports: made.transports,
    backup_eligible: made.isBackupEligible,
    backed_up: made.isBackedUp,
    ...datedAt(db),
  });

export const notePasskeyUse = (db: Dated, id: string, signCount: number): Promise<void> =>
  updateRow(db, TABLE, 'id', id, { sign_count: signCount, last_used_at: db.at, updated_at: db.at });

export const renamePasskey = (db: Dated, id: string, name: string): Promise<void> =>
  updateRow(db, TABLE, 'id', id, { friendly_name: name, updated_at: db.at });

/** Removes every passkey of a user. */
export const deletePasskeys = (db: Queryable, user_id: string) => deleteRows(db, TABLE, { user_id });

export const deletePasskey = (db: Queryable, id: string) => deleteRows(db, TABLE, { id });

export interface WebAuthnChallenge {
  readonly id: string;
  readonly user_id: string | null;
  readonly challenge_type: 'registration' | 'authentication';
  readonly session_data: Ceremony;
  readonly expires_at: string;
}

/** Keeps a ceremony under way. @returns its id */
export const insertWebAuthnChallenge = (
  db: Queryable,
  challenge: Pick<WebAuthnChallenge, 'user_id' | 'challenge_type' | 'session_data'>,
  created_at: Date,
  expires_at: Date,
): Promise<string> => insertRow(db, 'auth.webauthn_challenges', { ...challenge, created_at, expires_at });

/** Removes a challenge, which works once. Those of another user or kind are not found. */
export async function takeWebAuthnChallenge(
  db: Queryable,
  id: string,
  type: WebAuthnChallenge['challenge_type'],
  userId: string | null,
): Promise<WebAuthnChallenge | null> {
  const { rows } = await db.query<{ challenge: WebAuthnChallenge }>(
    `delete from auth.webauthn_challenges c
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
     returning to_jsonb(c) as challenge`,
    [id, type, userId],
  );
  return rows[0]?.challenge ?? null;
}
