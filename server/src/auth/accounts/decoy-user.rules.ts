import { randomUUID } from 'node:crypto';
import type { Metadata } from '../kernel/entities/account.rules.ts';

/**
 * The answer to a sign-up with an address that an account has already: it looks like a new user but for its empty
 * identities, which is how the client tells (contract A1.1). Nothing in it is the account's.
 */
export function decoyUser(email: string, data: Metadata, at: Date): Record<string, unknown> {
  const id = randomUUID();
  const time = at.toISOString();
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: time,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { ...data, sub: id, email, email_verified: false, phone_verified: false },
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  };
}

/** The same for a number. */
export function decoyPhoneUser(phone: string, data: Metadata, at: Date): Record<string, unknown> {
  const { email: _email, user_metadata: metadata, ...decoy } = decoyUser('', data, at);
  const { email: _address, ...facts } = metadata as Metadata;
  return {
    ...decoy,
    email: '',
    phone,
    app_metadata: { provider: 'phone', providers: ['phone'] },
    user_metadata: { ...facts, phone },
  };
}
