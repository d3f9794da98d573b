import { visitorData } from '../../supabase/visitor.ts';

/** Applications are closed until the day `opensOn` (YYYY-MM-DD), or without a day. */
export interface Closed {
  readonly opensOn: string | null;
}

/** The request failed, with the server's words or none. */
type Unanswered = { readonly failed: string | null };

/** An answer of the database (supabase/migrations/*_openings.sql), or why there is none. */
interface Answer {
  readonly closed?: unknown;
  readonly opens_on?: unknown;
  readonly outcome?: unknown;
  readonly failed?: string | null;
}

async function ask(procedure: string, body: Record<string, string>): Promise<Answer> {
  try {
    const { data, error, status } = await visitorData().rpc(procedure, body);
    return error ? { failed: status === 429 ? error.message : null } : Object(data);
  } catch {
    return {};
  }
}

/** Returns the outcome of a request if it is one of these. */
async function outcomeOf<const Outcome extends string>(
  procedure: string,
  body: Record<string, string>,
  outcomes: readonly Outcome[],
): Promise<Outcome | Unanswered> {
  const { outcome, failed = null } = await ask(procedure, body);
  return outcomes.find((known) => known === outcome) ?? { failed };
}

/**
 * Returns the closing, or null while applications are open. Without an answer they count as open, and the form is
 * shown.
 */
export async function readIntake(): Promise<Closed | null> {
  const { closed, opens_on: day } = await ask('intake_state', {});
  return closed === true ? { opensOn: typeof day === 'string' ? day : null } : null;
}

/** Leaves an address for the opening's mail. Every address gets the same answer. Never throws. */
export const askForOpening = (email: string) =>
  outcomeOf('ask_for_opening', { email }, ['asked', 'invalid', 'open']);

/** Confirms the address that a mailed link names. Never throws. */
export async function confirmOpening(request: string): Promise<'confirmed' | 'open' | 'unknown' | 'failed'> {
  const outcome = await outcomeOf('confirm_opening_request', { request }, ['confirmed', 'open', 'unknown']);
  return typeof outcome === 'string' ? outcome : 'failed';
}
