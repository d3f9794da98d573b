import { auth } from '../../supabase/auth.ts';
import { memberData } from '../../supabase/member.ts';
import { announceRefusal } from '../../supabase/refusal.ts';
import { answerOf, type Answer } from '../session/answer.ts';

/** A place where the account is signed in. */
export interface SignedIn {
  readonly id: string;
  readonly last_used_at: string;
  readonly user_agent: string | null;
  readonly is_current: boolean;
}

/** All places where the account is signed in, the latest used first; null when they could not be read. */
export async function readSessions(): Promise<readonly SignedIn[] | null> {
  const { data, error } = await memberData().rpc('my_sessions');
  // The caller's own is always there, unless it has ended.
  if (!error && Array.isArray(data) && data.length === 0) announceRefusal();
  return error || !Array.isArray(data) ? null : (data as SignedIn[]);
}

/** Ends one session; true when it has ended. */
export async function endSession(id: string): Promise<boolean> {
  const { error } = await memberData().rpc('end_my_session', { session_id: id });
  return !error;
}

/** Ends every session but this one. */
export const endOtherSessions = (): Promise<Answer> => answerOf(auth().signOut({ scope: 'others' }));
