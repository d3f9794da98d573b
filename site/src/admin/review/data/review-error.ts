/** Why a call of the review did not do what was asked. */
export type Trouble =
  /** No answer: nobody knows whether it was done. */
  | 'offline'
  | 'signed-out'
  | 'forbidden'
  /** Someone else was quicker; `detail` says what is there now. */
  | 'conflict'
  | 'gone'
  /** The database refused a value or a move; the message is a sentence for the person. */
  | 'refused'
  | 'failed';

export class ReviewError extends Error {
  override name = 'ReviewError';
  readonly trouble: Trouble;
  readonly detail: unknown;

  constructor(trouble: Trouble, message: string, detail: unknown = null) {
    super(message);
    this.trouble = trouble;
    this.detail = detail;
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

const TROUBLES: Readonly<Record<number, Trouble>> = {
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

/** The data API's refusal as the review speaks of it. */
export function troubleOf({ status, error }: Answered): ReviewError {
  const isGone = error?.code === 'PT404' || error?.code === 'PGRST116';
  const trouble = isGone ? 'gone' : (TROUBLES[status] ?? 'failed');
  return new ReviewError(trouble, error?.message ?? `status ${status}`, parsed(error?.details));
}

/** The trouble of whatever was thrown. */
export function asReviewError(cause: unknown): ReviewError {
  return cause instanceof ReviewError ? cause : new ReviewError('failed', String(cause));
}
