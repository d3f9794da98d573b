import * as z from 'zod/mini';
import { secondsToWait } from '#supabase/retry-after.ts';
import { words } from '../words.ts';

/** Why a call of the review did not do what was asked. */
type ErrorKind =
  /** No answer, so the result is unknown. */
  | 'offline'
  | 'signed-out'
  | 'forbidden'
  /** Another member changed it first. `detail` contains the present state. */
  | 'conflict'
  | 'gone'
  /** The database refused a value or a move. The message is a sentence for people. */
  | 'refused'
  | 'failed';

export class ReviewError extends Error {
  override name = 'ReviewError';
  readonly errorKind: ErrorKind;
  readonly detail: unknown;
  /** The seconds to wait after too many requests, or null. */
  readonly waitSeconds: number | null;

  constructor(
    errorKind: ErrorKind,
    message: string,
    detail: unknown = null,
    waitSeconds: number | null = null,
  ) {
    super(message);
    this.errorKind = errorKind;
    this.detail = detail;
    this.waitSeconds = waitSeconds;
  }
}

interface Answered {
  readonly status: number;
  readonly error: {
    readonly code?: string;
    readonly message: string;
    readonly details?: string | null;
  } | null;
}

const kinds: Readonly<Record<number, ErrorKind>> = {
  0: 'offline',
  401: 'signed-out',
  403: 'forbidden',
  409: 'conflict',
  400: 'refused',
  413: 'refused',
  422: 'refused',
  429: 'refused',
};

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return text;
  }
}

/** PostgreSQL's codes for text that is no date, no time or no number, whose messages are not for people. */
const unreadable = new Set(['22007', '22008', '22P02']);

/** The data API's refusal as the review speaks of it. */
export function reviewErrorOf({ status, error }: Answered): ReviewError {
  const isGone = error?.code === 'PT404' || error?.code === 'PGRST116';
  const isUnreadable = unreadable.has(error?.code ?? '');
  const errorKind = isGone ? 'gone' : (!isUnreadable && kinds[status]) || 'failed';
  const waitSeconds = status === 429 ? (secondsToWait() ?? 1) : null;
  return new ReviewError(
    errorKind,
    error?.message ?? `status ${status}`,
    parsed(error?.details),
    waitSeconds,
  );
}

/** Converts a thrown value to a ReviewError. */
export function asReviewError(cause: unknown): ReviewError {
  return cause instanceof ReviewError ? cause : new ReviewError('failed', String(cause));
}

/** Returns why an action failed. The database words its own refusals. */
export const sentenceOf = ({ errorKind, message }: ReviewError): string =>
  errorKind === 'refused' || errorKind === 'forbidden' ? message : words.errors[errorKind].text;

/** Returns the present state after a concurrent change, or null for any other failure or an unreadable one. */
export function conflictDetail<Detail>(cause: unknown, shape: z.ZodMiniType<Detail>): Detail | null {
  const { errorKind, detail } = asReviewError(cause);
  if (errorKind !== 'conflict') return null;
  return z.safeParse(shape, detail).data ?? null;
}
