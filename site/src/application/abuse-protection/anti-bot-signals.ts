import {
  applicationHeaders,
  honeypotHeaderValue,
} from '../../../../supabase/functions/_shared/contract/headers.ts';
import { firstTouch } from './first-touch.ts';

/** What the form knows besides the application when it is sent. */
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

/** The headers that travel with the insert (docs/applying.md); its body is the application alone (contract P3.1). */
export function headersOf({
  elapsed,
  honeypot,
  proof,
  questionsVersion,
}: AntiBotSignals): Record<string, string> {
  const touch = firstTouch();
  return {
    [applicationHeaders.elapsed]: String(Math.floor(elapsed)),
    [applicationHeaders.questionsVersion]: String(questionsVersion),
    ...(honeypot && { [applicationHeaders.honeypot]: honeypotHeaderValue(honeypot) }),
    ...(proof && { [applicationHeaders.proof]: proof }),
    ...(touch && { [applicationHeaders.firstTouch]: touch }),
  };
}
