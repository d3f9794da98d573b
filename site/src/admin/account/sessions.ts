import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { auth } from '../../supabase/auth.ts';
import { memberData } from '../../supabase/member.ts';
import { announceRefusal } from '../../supabase/refusal.ts';
import { ReadError } from '../data/read-error.ts';
import { answerOf, type Answer } from '../session/answer.ts';
import { accountKey } from './parts/read.ts';

/** A place where the account is signed in. */
const signedIn = z.object({
  id: z.string(),
  last_used_at: z.string(),
  user_agent: z.nullable(z.string()),
  is_current: z.boolean(),
});
export type SignedIn = z.output<typeof signedIn>;

/** All places where the account is signed in, the latest used first. @throws ReadError */
async function readSessions(): Promise<readonly SignedIn[]> {
  const { data, error, status } = await memberData().rpc('my_sessions');
  if (error) throw new ReadError(status === 0 ? 'offline' : 'failed', error.message);
  const sessions = z.parse(z.array(signedIn), data);
  // The caller's own is always there, unless it has ended.
  if (sessions.length === 0) announceRefusal();
  return sessions;
}

/** Ends one session. */
export async function endSession(id: string): Promise<Answer> {
  const { error } = await memberData().rpc('end_my_session', { session_id: id });
  return error ? { ok: false, message: null } : { ok: true };
}

/** Ends every session but this one. */
export const endOtherSessions = (): Promise<Answer> => answerOf(auth().signOut({ scope: 'others' }));

export const sessionsQuery = queryOptions({ queryKey: [...accountKey, 'sessions'], queryFn: readSessions });
