/** Why a message did not arrive, in a sentence for the log: of what the address answered it holds the status alone. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** Null: no answer. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** What Node, Deno or a timer rejected with, as a sentence: its code only, for words may hold what was sent. */
export function asDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError' || (name === 'AbortError' && code === 'ABORT_ERR'))
    return new DeliveryError('No answer within 10 seconds.');
  const reason =
    typeof code === 'string' ? code : typeof cause?.code === 'string' ? cause.code : (name ?? 'Error');
  return new DeliveryError(`No connection (${reason}).`);
}
