import type { Query } from '../../database/database.ts';
import { datedAt, insertRow, updateRow } from '../../database/rows.ts';
import type { Credential, NewCredential } from '../kernel/webauthn-json.rules.ts';

/** A credential that signs in without another factor. Binary values are base64url. */
export interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
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
const PASSKEY = `to_jsonb(w) || jsonb_build_object(
  'credential_id', translate(encode(w.credential_id, 'base64'), E'+/=\\n', '-_'),
  'public_key', translate(encode(w.public_key, 'base64'), E'+/=\\n', '-_')) as passkey`;

async function find(query: Query, where: string, values: readonly unknown[]): Promise<PasskeyRow[]> {
  const { rows } = await query<{ passkey: PasskeyRow }>(
    `select ${PASSKEY} from auth.webauthn_credentials w where ${where} order by w.created_at, w.id`,
    values,
  );
  return rows.map(({ passkey }) => passkey);
}

export const listPasskeys = (query: Query, userId: string): Promise<PasskeyRow[]> =>
  find(query, 'w.user_id = $1', [userId]);

export const findPasskey = async (query: Query, userId: string, id: string): Promise<PasskeyRow | null> =>
  (await find(query, 'w.user_id = $1 and w.id = $2', [userId, id]))[0] ?? null;

export const findPasskeyByCredential = async (
  query: Query,
  userId: string,
  credentialId: string,
): Promise<PasskeyRow | null> =>
  (await find(query, 'w.user_id = $1 and w.credential_id = $2', [userId, bytesOf(credentialId)]))[0] ?? null;

const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');

/** @returns the new passkey's id. Rejects with 23505 when the credential is registered already. */
export const insertPasskey = (query: Query, userId: string, made: NewCredential, at: Date): Promise<string> =>
  insertRow(query, TABLE, {
    user_id: userId,
    credential_id: bytesOf(made.id),
    public_key: bytesOf(made.publicKey),
    attestation_type: 'none',
    aaguid: made.aaguid,
    sign_count: made.signCount,
    transports: made.transports,
    backup_eligible: made.isBackupEligible,
    backed_up: made.isBackedUp,
    ...datedAt(at),
  });

export const notePasskeyUse = (query: Query, id: string, signCount: number, at: Date): Promise<void> =>
  updateRow(query, TABLE, 'id', id, { sign_count: signCount, last_used_at: at, updated_at: at });

export const renamePasskey = (query: Query, id: string, name: string, at: Date): Promise<void> =>
  updateRow(query, TABLE, 'id', id, { friendly_name: name, updated_at: at });

export async function deletePasskey(query: Query, id: string): Promise<void> {
  await query('delete from auth.webauthn_credentials where id = $1', [id]);
}
