/** Why a mail server took no mail, in words; names the other scheme where the URL's does not fit the port. */
export function mailProblem(error: unknown): string {
  const { message, timeoutType } = error as { message: string; timeoutType?: string };
  // OpenSSL's words for an answer that is not TLS.
  if (/wrong version number|packet length too long/.test(message))
    return 'it does not speak TLS from the start, which smtp:// is for';
  if (timeoutType === 'GREETING_TIMEOUT') return 'it does not greet, and TLS from the start needs smtps://';
  return message;
}
