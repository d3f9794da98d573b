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

/** The refusal of a target that is this machine, or in its network. */
export const refusedTarget = (): DeliveryError =>
  new DeliveryError('Refused: the address does not lead to the open Internet.');

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
