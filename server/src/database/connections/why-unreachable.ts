/** Codes of Node's TLS for a certificate that the given authority did not sign. */
const unknownIssuers = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
]);

/** Returns advice for an unreachable PostgreSQL, the end of a sentence without its full stop. */
export function whyUnreachable(error: unknown): string {
  const { code = '', message, path } = error as NodeJS.ErrnoException;
  const reason = message || code;
  if (unknownIssuers.has(code)) {
    return `(${reason}): its certificate was not signed by the authority in sslrootcert, or, without sslrootcert, by no publicly known authority`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `(${reason}): name the host as its certificate does, or ask for sslmode=verify-ca`;
  }
  if (code === 'CERT_HAS_EXPIRED') return `(${reason}): have its certificate renewed`;
  if (/does not support SSL/.test(reason)) {
    return `(${reason}): switch TLS on there, or leave sslmode out of the URL`;
  }
  if (/verify-ca requires/.test(reason)) return '(sslmode=verify-ca needs sslrootcert): add it to the URL';
  if (path !== undefined && /^E(NOENT|ACCES|ISDIR|PERM)$/.test(code)) {
    return `(${reason}): check the files that the URL names`;
  }
  return `(${reason}): check the URL and that it runs`;
}
