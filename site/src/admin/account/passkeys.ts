import type { AuthError } from '@supabase/auth-js';
import { auth } from '../../supabase/auth.ts';
import { answerOf, type Answer } from '../session/answer.ts';

/** A device's own key to the account. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** The account's passkeys; null when they could not be read. */
export async function readPasskeys(): Promise<readonly Passkey[] | null> {
  const { data, error } = await auth().passkey.list();
  if (error || !data) return null;
  return data.map(({ id, friendly_name, created_at }) => ({
    id,
    name: friendly_name ?? '',
    createdAt: created_at,
  }));
}

/** Asks this device to make one. */
export const addPasskey = (): Promise<Answer> =>
  answerOf(auth().registerPasskey() as Promise<{ error: AuthError | null }>);

export const removePasskey = (passkeyId: string): Promise<Answer> =>
  answerOf(auth().passkey.delete({ passkeyId }));
