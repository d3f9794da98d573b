import { serviceCredentials } from '../call-procedure.ts';
import { variable } from '../environment.ts';

/** For how long an answer is kept: a promise that an owner changes is in the mails this soon. */
const KEPT_MS = 60_000;

let kept: { readonly days: Promise<number | null>; readonly until: number } | null = null;

/** Within how many days the lab answers, as `lab_terms` has it; null while the database does not say. */
export function promisedDays(): Promise<number | null> {
  if (kept === null || Date.now() > kept.until) kept = { days: read(), until: Date.now() + KEPT_MS };
  return kept.days;
}

async function read(): Promise<number | null> {
  try {
    const response = await fetch(`${variable('SUPABASE_URL')}/rest/v1/lab_terms?select=answer_days`, {
      headers: { ...serviceCredentials() },
      signal: AbortSignal.timeout(5_000),
    });
    const [terms] = (await response.json()) as { answer_days?: unknown }[];
    return typeof terms?.answer_days === 'number' ? terms.answer_days : null;
  } catch {
    kept = null;
    return null;
  }
}
