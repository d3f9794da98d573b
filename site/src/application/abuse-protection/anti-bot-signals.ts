import { applicationHeaders, honeypotHeaderValue } from '@solostead/contract/headers';
import { firstTouch } from './first-touch.ts';

/** Facts about the form that are sent along with the application. */
export interface AntiBotSignals {
  /** Milliseconds since the dialog opened. */
  readonly elapsed: number;
  /** The value of the hidden field. */
  readonly honeypot: string;
  /** A solved challenge, when one is asked for. */
  readonly proof: string | null;
  /** The version of the questions' wording. */
  readonly questionsVersion: number;
}

/** The headers of the insert (docs/applying.md). Its body is the application alone (contract P3.1). */
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
