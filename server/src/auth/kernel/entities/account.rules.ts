/** Rows of the auth tables as `to_json` returns them, with ISO timestamps and null for absent values. */

export type Metadata = Record<string, unknown>;

export interface UserRow {
  readonly id: string;
  readonly aud: string | null;
  readonly role: string | null;
  readonly email: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: string | null;
  readonly invited_at: string | null;
  readonly confirmation_sent_at: string | null;
  readonly recovery_sent_at: string | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: string | null;
  readonly email_change_confirm_status: number;
  readonly last_sign_in_at: string | null;
  readonly raw_app_meta_data: Metadata | null;
  readonly raw_user_meta_data: Metadata | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly phone: string | null;
  readonly phone_confirmed_at: string | null;
  readonly phone_change: string | null;
  readonly phone_change_sent_at: string | null;
  readonly confirmed_at: string | null;
  readonly banned_until: string | null;
  readonly reauthentication_sent_at: string | null;
  readonly is_sso_user: boolean;
  readonly deleted_at: string | null;
  readonly is_anonymous: boolean;
}

export interface IdentityRow {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: Metadata;
  readonly provider: string;
  readonly last_sign_in_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly email: string | null;
}

/** A set of recovery codes counts as a factor, but never as the only verified one (contract A4.8). */
export type FactorType = 'totp' | 'phone' | 'webauthn' | 'recovery_code';

export interface FactorRow {
  readonly id: string;
  readonly user_id: string;
  readonly friendly_name: string | null;
  readonly factor_type: FactorType;
  readonly status: 'unverified' | 'verified';
  readonly created_at: string;
  readonly updated_at: string;
  readonly secret: string | null;
  readonly phone: string | null;
  readonly last_challenged_at: string | null;
  readonly web_authn_credential: Metadata | null;
}

type DatabaseColumns = 'id' | 'confirmed_at' | 'created_at' | 'updated_at';

/** Columns of auth.users that the service writes, with dates for timestamps. */
export type UserChanges = {
  readonly [Column in Exclude<keyof UserRow, DatabaseColumns>]?: Column extends
    | `${string}_at`
    | 'banned_until'
    ? Date | null
    : UserRow[Column];
};

/** The ways to reach an account's holder, which are columns and identities of the account. */
export const addressKinds = ['email', 'phone'] as const;
export type AddressKind = (typeof addressKinds)[number];

/** A user with everything the User JSON shows. */
export interface Account {
  readonly user: UserRow;
  readonly identities: readonly IdentityRow[];
  readonly factors: readonly FactorRow[];
}

/** Returns true if the account is banned at `now` (milliseconds since the epoch). */
export const isBanned = (user: UserRow, now: number): boolean =>
  user.banned_until !== null && Date.parse(user.banned_until) > now;

export const hasVerifiedFactor = (account: Account): boolean =>
  account.factors.some((factor) => factor.status === 'verified');

/** Returns true if `text` is a UUID of any version in its usual form. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
