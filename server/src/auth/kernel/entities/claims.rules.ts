import type { UserRow } from './account.rules.ts';
import type { AssuranceLevel, AmrRow } from './session.rules.ts';

interface ClaimsInput {
  readonly user: UserRow;
  readonly sessionId: string;
  readonly aal: AssuranceLevel;
  readonly amr: ReturnType<typeof amrEntries>;
  readonly issuer: string;
  /** Unix seconds. */
  readonly issuedAt: number;
  readonly lifeSeconds: number;
}

/** The claims of an access token (contract A0.11). */
export type AccessTokenClaims = ReturnType<typeof accessTokenClaims>;

export function accessTokenClaims(input: ClaimsInput) {
  const { user } = input;
  return {
    iss: input.issuer,
    sub: user.id,
    aud: user.aud || 'authenticated',
    exp: input.issuedAt + input.lifeSeconds,
    iat: input.issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role || 'authenticated',
    aal: input.aal,
    amr: input.amr,
    session_id: input.sessionId,
    is_anonymous: user.is_anonymous,
  };
}

/** The session's sign-in methods, newest first, with their times in Unix seconds. */
export function amrEntries(rows: readonly AmrRow[]) {
  return rows
    .toSorted((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at))
    .map((row) => ({
      method: row.authentication_method,
      timestamp: Math.floor(Date.parse(row.updated_at) / 1_000),
    }));
}
