import type { AuthError } from '@supabase/auth-js';
import { auth } from '../../supabase/auth.ts';
import { dataOf } from './read.ts';
import { answerOf, type Answer } from '../session/answer.ts';

/** A device's own key to the account. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** The account's passkeys. @throws ReadError */
export async function readPasskeys(): Promise<readonly Passkey[]> {
  const passkeys = await dataOf(auth().passkey.list());
  return passkeys.map(({ id, friendly_name, created_at }) => ({
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
