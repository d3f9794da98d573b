/** The reason a message did not arrive, a sentence for the log. It contains only the status of the answer. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** Null without an answer. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** Converts a rejection to a sentence with its code only, because its message may contain what was sent. */
export function asDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError' || (name === 'AbortError' && code === 'ABORT_ERR'))
    return new DeliveryError('No answer within 10 seconds.');
  const reason =
    typeof code === 'string' ? code : typeof cause?.code === 'string' ? cause.code : (name ?? 'Error');
  return new DeliveryError(`No connection (${reason}).`);
}
