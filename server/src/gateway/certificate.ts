import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { lookupUntil } from './http/outgoing-fetch.ts';

/** The time of a certificate, from and to, in milliseconds since 1970. */
export interface CertificateTime {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the time of the certificate at an https origin, also of one that clients refuse, or null for other origins.
 * @throws Error when no TLS handshake succeeds before `signal` aborts
 */
export async function readCertificate(origin: string, signal: AbortSignal): Promise<CertificateTime | null> {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') return null;
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    // Its time is read, and nothing is sent.
    rejectUnauthorized: false,
    lookup: lookupUntil(signal),
    ...(isIP(host) === 0 && { servername: host }),
  });
  try {
    await once(socket, 'secureConnect', { signal });
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
    return { from: Date.parse(from), to: Date.parse(to) };
  } finally {
    socket.on('error', () => {}).destroy();
  }
}
