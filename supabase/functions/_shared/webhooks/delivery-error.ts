/** The reason a message did not arrive, a sentence for the log. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
}

/** The refusal of a target that is this machine, or in its network. */
export const refusedTarget = (): DeliveryError =>
  new DeliveryError('Refused: the address does not lead to the open Internet.');

/** Converts a rejection to a sentence with its code only, because its message may contain what was sent. */
export function reasonOf(error: unknown): string {
  if (error instanceof DeliveryError) return error.message;
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError' || (name === 'AbortError' && code === 'ABORT_ERR'))
    return 'No answer within 10 seconds.';
  const reason =
    typeof code === 'string' ? code : typeof cause?.code === 'string' ? cause.code : (name ?? 'Error');
  return `No connection (${reason}).`;
}
