import { queryOptions } from '@tanstack/react-query';
import type { AuthError } from '@supabase/auth-js';
import { auth } from '../../supabase/auth.ts';
import { dataOf, accountKey } from './parts/read.ts';
import { answerOf, type Answer } from '../session/answer.ts';
import { readSignInMethods } from '../../supabase/sign-in-methods.ts';

/** A device's own key to the account. */
interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** The account's passkeys. @throws ReadError */
async function readPasskeys(): Promise<readonly Passkey[]> {
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

/** Null where the backend takes none. */
export const passkeysQuery = queryOptions({
  queryKey: [...accountKey, 'passkeys'],
  queryFn: async () => ((await readSignInMethods()).hasPasskeys ? readPasskeys() : null),
});
