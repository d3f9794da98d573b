import { auth } from '../../../supabase/auth.ts';
import { forgetText, keepText, keptText } from '../../../ui/keep-text.ts';
import type { Me } from './shapes/people.ts';

const KEY = 'solostead.let-in';

/** Keeps in this browser whom the review let in last. */
export function noteAccess({ user_id, access }: Me): void {
  if (access) keepText('localStorage', KEY, user_id);
  else forgetText('localStorage', KEY);
}

/** Whether the review let in last who is signed in here. */
export async function wasLetIn(): Promise<boolean> {
  const { data } = await auth().getSession();
  return data.session !== null && data.session.user.id === keptText('localStorage', KEY);
}
