import { honeypotHeader } from '../../../../supabase/functions/_shared/contract/honeypot.ts';
import { firstTouch } from './firstTouch.ts';

/** What the form knows besides the eleven keys when it is sent. */
export interface AntiBotSignals {
  /** Milliseconds since the dialog opened. */
  readonly elapsed: number;
  /** What stands in the field that people do not see. */
  readonly honeypot: string;
  /** A solved challenge, when one is asked for. */
  readonly proof: string | null;
  /** Which wording of the questions was answered. */
  readonly questionsVersion: number;
}

/** Milliseconds that a person needs at least to fill the form in, as the database has it (docs/applying.md). */
export const LEAST_ELAPSED_MS = 2000;

/** The headers that travel with the insert (docs/applying.md); its body is the application alone (contract P3.1). */
export function headersOf({
  elapsed,
  honeypot,
  proof,
  questionsVersion,
}: AntiBotSignals): Record<string, string> {
  const touch = firstTouch();
  return {
    'x-application-elapsed': String(Math.floor(elapsed)),
    'x-questions-version': String(questionsVersion),
    // A header takes ASCII only; what stands there does not matter, only that something does.
    ...(honeypot && { [honeypotHeader]: encodeURIComponent(honeypot).slice(0, 100) }),
    ...(proof && { 'x-application-proof': proof }),
    ...(touch && { 'x-first-touch': touch }),
  };
}
