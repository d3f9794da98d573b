import { randomUUID } from 'node:crypto';
import type { Metadata } from '../kernel/entities/account.rules.ts';
import type { Json } from '../kernel/entities/json.rules.ts';

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
