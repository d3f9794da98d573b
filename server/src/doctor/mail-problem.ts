/** Returns why a mail server accepted no mail, in words. It names the setting to change where one is known. */
export function mailProblem(error: unknown): string {
  const { message, timeoutType } = error as { message: string; timeoutType?: string };
  // OpenSSL's and Node's words for a chain that ends at no authority known here.
  if (/self[- ]signed certificate|unable to (verify the first|get local issuer) certificate/.test(message))
    return 'its certificate is of an authority that is not known here, which NODE_EXTRA_CA_CERTS names';
  // OpenSSL's words for an answer that is not TLS.
  if (/wrong version number|packet length too long/.test(message))
    return 'it does not speak TLS from the start, which smtp:// is for';
  if (timeoutType === 'GREETING_TIMEOUT') return 'it does not greet, and TLS from the start needs smtps://';
  return message;
}
