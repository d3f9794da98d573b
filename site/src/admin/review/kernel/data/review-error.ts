import * as z from 'zod/mini';
import { secondsToWait } from '#supabase/retry-after.ts';
import { words } from '../words.ts';

/** Why a call of the review did not do what was asked. */
export type ErrorKind =
  /** No answer, or one that leaves open whether the request was carried out. */
  | 'offline'
  /** The server had no room for the request, which was not carried out. */
  | 'busy'
  /** Never sent, because what it was based on got no answer. */
  | 'not-sent'
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

/** The codes of the database's own refusals (contract/refusals.ts) are words. All others have digits. */
const REFUSAL_CODE = /^[a-z_]+$/;

/** The kinds of the database's own refusals, whose other statuses are for values and moves. */
const refusalKinds: Readonly<Record<number, ErrorKind>> = { 403: 'forbidden', 404: 'gone', 409: 'conflict' };

/** The kinds of other failures, by status. */
const failureKinds: Readonly<Record<number, ErrorKind>> = {
  0: 'offline',
  401: 'signed-out',
  403: 'forbidden',
  409: 'conflict',
  413: 'refused',
  429: 'refused',
};

/** The codes of a 503 before the request was carried out. A proxy's has none, and a lost database leaves it open. */
const NOT_CARRIED_OUT = /^(?:PGRST00[23]|53)/;

/** The statuses of a proxy that got no answer from the server, whose own errors have a code. */
const proxyStatuses: ReadonlySet<number> = new Set([502, 504]);

const isRefusal = (code = '') => REFUSAL_CODE.test(code);

function kindOf(status: number, code: string | undefined): ErrorKind {
  if (isRefusal(code)) return refusalKinds[status] ?? 'refused';
  // A single row was requested and there is none.
  if (code === 'PGRST116') return 'gone';
  if (status === 503) return code && NOT_CARRIED_OUT.test(code) ? 'busy' : 'offline';
  if (!code && proxyStatuses.has(status)) return 'offline';
  return failureKinds[status] ?? 'failed';
}

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return text;
  }
}

/** The data API's refusal as the review speaks of it. */
export function reviewErrorOf({ status, error }: Answered): ReviewError {
  const waitSeconds = status === 429 ? (secondsToWait() ?? 1) : status === 503 ? 1 : null;
  const kind = kindOf(status, error?.code);
  // PostgreSQL's own sentences are not for people.
  const isForeign = (kind === 'conflict' || kind === 'forbidden') && !isRefusal(error?.code);
  const message = isForeign ? words.errors[kind].text : (error?.message ?? `status ${status}`);
  return new ReviewError(kind, message, parsed(error?.details), waitSeconds);
}

/** Returns true if the same request may succeed later, so that what is shown stays. */
export const isPassing = ({ errorKind }: ReviewError): boolean =>
  errorKind === 'offline' || errorKind === 'busy';

/** Converts a thrown value to a ReviewError. */
export function asReviewError(cause: unknown): ReviewError {
  return cause instanceof ReviewError ? cause : new ReviewError('failed', String(cause));
}

const worded: ReadonlySet<ErrorKind> = new Set(['refused', 'forbidden', 'conflict']);

/** Returns why an action failed. The database words its own refusals. */
export const sentenceOf = ({ errorKind, message }: ReviewError): string =>
  worded.has(errorKind) ? message : words.errors[errorKind].text;

/** Returns the present state after a concurrent change, or null for any other failure or an unreadable one. */
export function conflictDetail<Detail>(cause: unknown, shape: z.ZodMiniType<Detail>): Detail | null {
  const { errorKind, detail } = asReviewError(cause);
  if (errorKind !== 'conflict') return null;
  return z.safeParse(shape, detail).data ?? null;
}
