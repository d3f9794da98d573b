import 'reflect-metadata';
import { generateKeyPairSync, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** Both as PEM. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority that only clients given `certificate` know. */
export interface Authority extends Certificate {
  /** A certificate for a server of that name, good for a day. */
  issue(host: string): Promise<Certificate>;
}

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const DAY = 86_400_000;

export async function makeAuthority(name: string): Promise<Authority> {
  const own = await makeKeys();
  const subject = `CN=${name}`;
  const validity = { notBefore: new Date(Date.now() - DAY), notAfter: new Date(Date.now() + DAY) };
  const root = await x509.X509CertificateGenerator.createSelfSigned(
    {
      ...validity,
      serialNumber: '01',
      name: subject,
      signingAlgorithm: algorithm,
      keys: own as never,
      extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
    },
    webcrypto as never,
  );
  return {
    certificate: root.toString('pem'),
    key: own.pem,
    async issue(host) {
      const keys = await makeKeys();
      const certificate = await x509.X509CertificateGenerator.create(
        {
          ...validity,
          serialNumber: '02',
          subject: `CN=${host}`,
          issuer: subject,
          signingAlgorithm: algorithm,
          signingKey: own.privateKey as never,
          publicKey: keys.publicKey as never,
          extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
        },
        webcrypto as never,
      );
      return { certificate: certificate.toString('pem'), key: keys.pem };
    },
  };
}

async function makeKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const { subtle } = webcrypto;
  return {
    pem,
    privateKey: await subtle.importKey('pkcs8', pkcs8, algorithm, true, ['sign']),
    publicKey: await subtle.importKey('spki', spki, algorithm, true, ['verify']),
  };
}
