import type { UserIdentity } from '@supabase/auth-js';
import { auth } from '../../supabase/auth.ts';
import { answerOf, type Answer } from '../session/answer.ts';

/** The accounts elsewhere, and the address, that open this one; null when they could not be read. */
export async function readIdentities(): Promise<readonly UserIdentity[] | null> {
  const { data, error } = await auth().getUserIdentities();
  return error ? null : data.identities;
}

/** From now on it opens this account no more. */
export async function unlink(identity: UserIdentity): Promise<Answer> {
  const answer = await answerOf(auth().unlinkIdentity(identity));
  // The token still lists the provider; the next one does not.
  if (answer.ok) await auth().refreshSession();
  return answer;
}
