import { visitorData } from '../supabase/visitor.ts';

/** The request failed, with the server's words or none. */
export interface Unanswered {
  readonly failed: string | null;
}

/** Calls a function that anyone may call. Returns an empty object without an answer. Never throws. */
export async function ask(
  procedure: string,
  body: Record<string, string>,
): Promise<Readonly<Record<string, unknown>> & Partial<Unanswered>> {
  try {
    const { data, error, status } = await visitorData().rpc(procedure, body);
    return error ? { failed: status === 429 ? error.message : null } : Object(data);
  } catch {
    return {};
  }
}

/** Returns the `outcome` of a call if it is one of these. Never throws. */
export async function outcomeOf<const Outcome extends string>(
  procedure: string,
  body: Record<string, string>,
  outcomes: readonly Outcome[],
): Promise<Outcome | Unanswered> {
  const { outcome, failed = null } = await ask(procedure, body);
  return outcomes.find((known) => known === outcome) ?? { failed };
}

/** Returns an outcome in words, in the server's own if it refused the call for some time. */
export const spellOutcome = <Outcome extends string>(
  outcome: Outcome | Unanswered,
  words: Readonly<Record<Outcome, string>>,
  failed: string,
): string => (typeof outcome === 'string' ? words[outcome] : (outcome.failed ?? failed));
