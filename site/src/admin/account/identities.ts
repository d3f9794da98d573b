import { queryOptions } from '@tanstack/react-query';
import type { UserIdentity } from '@supabase/auth-js';
import { auth } from '../../supabase/auth.ts';
import { dataOf, accountKey } from './parts/read.ts';
import { answerOf, type Answer } from '../session/answer.ts';

/** The accounts elsewhere, and the address, that open this one. @throws ReadError */
const readIdentities = async (): Promise<readonly UserIdentity[]> =>
  (await dataOf(auth().getUserIdentities())).identities;

/** From now on it opens this account no more. */
export async function unlink(identity: UserIdentity): Promise<Answer> {
  const answer = await answerOf(auth().unlinkIdentity(identity));
  // The token still lists the provider. The next one does not.
  if (answer.ok) await auth().refreshSession();
  return answer;
}

export const identitiesQuery = queryOptions({
  queryKey: [...accountKey, 'identities'],
  queryFn: readIdentities,
});
