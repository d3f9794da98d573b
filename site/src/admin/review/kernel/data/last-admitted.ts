import { readSession } from '#supabase/session.ts';
import { forgetText, keepText, storedText } from '#ui/keep-text.ts';
import type { Me } from './shapes/people.ts';

const KEY = 'solostead.let-in';

/** Remembers in this browser the last member that the review admitted. */
export function noteAccess({ user_id, access }: Me): void {
  if (access) keepText('localStorage', KEY, user_id);
  else forgetText('localStorage', KEY);
}

/** Returns true if the review last admitted the signed-in person. */
export async function wasAdmitted(): Promise<boolean> {
  const session = await readSession();
  return session !== null && session.user.id === storedText('localStorage', KEY);
}
