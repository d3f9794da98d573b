import * as z from 'zod/mini';
import { visitorData } from '../../supabase/visitor.ts';

/** Applications are closed until the day `opensOn` (YYYY-MM-DD), or without a day. */
export interface Closed {
  readonly opensOn: string | null;
}

const intake = z.object({ closed: z.boolean(), opens_on: z.nullable(z.string()) });

/** The database's answers about an address for the opening (supabase/migrations/*_openings.sql). */
const asked = z.object({ outcome: z.enum(['asked', 'invalid', 'open']) });
const confirmed = z.object({ outcome: z.enum(['confirmed', 'open', 'unknown']) });

/** The request failed, with the server's words or none. */
export type Unanswered = { readonly failed: string | null };

async function ask<Answer>(
  procedure: string,
  body: Record<string, string>,
  shape: z.ZodMiniType<Answer>,
): Promise<Answer | Unanswered> {
  try {
    const { data, error, status } = await visitorData().rpc(procedure, body);
    return error ? { failed: status === 429 ? error.message : null } : z.parse(shape, data);
  } catch {
    return { failed: null };
  }
}

/**
 * Returns the closing, or null while applications are open. Without an answer they count as open, and the form is
 * shown.
 */
export async function readIntake(): Promise<Closed | null> {
  const answer = await ask('intake_state', {}, intake);
  return 'closed' in answer && answer.closed ? { opensOn: answer.opens_on } : null;
}

/** Leaves an address for the opening's mail. Every address gets the same answer. Never throws. */
export async function askForOpening(email: string): Promise<'asked' | 'invalid' | 'open' | Unanswered> {
  const answer = await ask('ask_for_opening', { email }, asked);
  return 'outcome' in answer ? answer.outcome : answer;
}

/** Confirms the address that a mailed link names. Never throws. */
export async function confirmOpening(request: string): Promise<'confirmed' | 'open' | 'unknown' | 'failed'> {
  const answer = await ask('confirm_opening_request', { request }, confirmed);
  return 'outcome' in answer ? answer.outcome : 'failed';
}
