import type { Query } from '../../database/database.ts';

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

export interface NewPasskey {
  readonly userId: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly aaguid: string;
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  readonly friendlyName: string;
  readonly at: Date;
}

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
  (
    await find(query, 'w.user_id = $1 and w.credential_id = $2', [
      userId,
      Buffer.from(credentialId, 'base64url'),
    ])
  )[0] ?? null;

/** @returns the new passkey's id; null when the credential is registered already */
export async function insertPasskey(query: Query, passkey: NewPasskey): Promise<string | null> {
  const { rows } = await query<{ id: string }>(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
       transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
     values ($1, $2, $3, 'none', $4::uuid, $5, $6::jsonb, $7, $8, $9, $10, $10)
     on conflict (credential_id) do nothing returning id`,
    [
      passkey.userId,
      Buffer.from(passkey.credentialId, 'base64url'),
      Buffer.from(passkey.publicKey, 'base64url'),
      passkey.aaguid,
      passkey.signCount,
      JSON.stringify(passkey.transports),
      passkey.isBackupEligible,
      passkey.isBackedUp,
      passkey.friendlyName,
      passkey.at,
    ],
  );
  return rows[0]?.id ?? null;
}

export async function notePasskeyUse(query: Query, id: string, signCount: number, at: Date): Promise<void> {
  await query(
    'update auth.webauthn_credentials set sign_count = $2, last_used_at = $3, updated_at = $3 where id = $1',
    [id, signCount, at],
  );
}

export async function renamePasskey(query: Query, id: string, name: string, at: Date): Promise<void> {
  await query('update auth.webauthn_credentials set friendly_name = $2, updated_at = $3 where id = $1', [
    id,
    name,
    at,
  ]);
}

export async function deletePasskey(query: Query, id: string): Promise<void> {
  await query('delete from auth.webauthn_credentials where id = $1', [id]);
}
