import type { Account, FactorRow, IdentityRow, Metadata } from '../kernel/entities/account.rules.ts';
import { randomUUID } from 'node:crypto';
import type { Json } from '../kernel/entities/json.rules.ts';

/** RFC 3339 in UTC, absent when unset. */
const time = (timestamp: string | null): string | undefined =>
  timestamp === null ? undefined : new Date(timestamp).toISOString();

/** The User JSON (contract A0.12). Undefined members are left out. */
export function userJson(account: Account): Json {
  const { user } = account;
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    email_confirmed_at: time(user.email_confirmed_at),
    invited_at: time(user.invited_at),
    phone: user.phone ?? '',
    phone_confirmed_at: time(user.phone_confirmed_at),
    confirmation_sent_at: time(user.confirmation_sent_at),
    confirmed_at: time(user.confirmed_at),
    recovery_sent_at: time(user.recovery_sent_at),
    new_email: user.email_change || undefined,
    email_change_sent_at: time(user.email_change_sent_at),
    new_phone: user.phone_change || undefined,
    phone_change_sent_at: time(user.phone_change_sent_at),
    reauthentication_sent_at: time(user.reauthentication_sent_at),
    last_sign_in_at: time(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: account.factors.length > 0 ? account.factors.map(factorJson) : undefined,
    identities: account.identities.map(identityJson),
    created_at: time(user.created_at),
    updated_at: time(user.updated_at),
    banned_until: time(user.banned_until),
    deleted_at: time(user.deleted_at),
    is_anonymous: user.is_anonymous,
  };
}

export function identityJson(identity: IdentityRow): Json {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: time(identity.last_sign_in_at),
    created_at: time(identity.created_at),
    updated_at: time(identity.updated_at),
    email: identity.email ?? undefined,
  };
}

/** The Factor JSON without its secret. */
export function factorJson(factor: FactorRow): Json {
  return {
    id: factor.id,
    created_at: time(factor.created_at),
    updated_at: time(factor.updated_at),
    status: factor.status,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    phone: factor.phone || undefined,
    last_challenged_at: time(factor.last_challenged_at),
  };
}

/**
 * The answer to a sign-up with a known address. It looks like a new user except for its empty identities, which tell
 * the client (contract A1.1). It contains nothing of the account.
 */
export function decoyUser(kind: 'email' | 'phone', address: string, data: Metadata, at: Date): Json {
  const id = randomUUID();
  const time = at.toISOString();
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: '',
    phone: '',
    [kind]: address,
    confirmation_sent_at: time,
    app_metadata: { provider: kind, providers: [kind] },
    user_metadata: { ...data, sub: id, [kind]: address, email_verified: false, phone_verified: false },
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  };
}
