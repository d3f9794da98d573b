import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { JWK } from './jwk.ts';
import { type jwkList, publishableKey, secretKey, workingKeys } from './variables.ts';
import { jsonOrNull } from './json-or-null.ts';
import { inFolderOf, makeFolder } from './make-folder.ts';
import { UserError } from './user-error.ts';

export interface Keys {
  readonly publishable: string;
  readonly secret: string;
  /** Signing and verifying keys with private parts, the first that may sign signs. */
  readonly jwks: readonly JWK[];
  /** Shared HS256 secret of legacy keys and tokens. Null refuses HS256. */
  readonly jwtSecret: string | null;
}

const stored = z.object({ publishable: publishableKey, secret: secretKey, jwks: workingKeys });
type StoredKeys = z.output<typeof stored>;

/**
 * Reads the keys in `dataDir/keys.json` (mode 600) and creates missing ones. It refuses a private part that does not
 * match its public one, because the server would sign tokens that it refuses itself.
 */
export function keepKeys(dataDir: string): StoredKeys {
  const path = join(dataDir, 'keys.json');
  const text = inFolderOf('DATA_DIR', () => {
    if (!existsSync(path)) writeOnce(path, JSON.stringify(makeKeys(), null, 2));
    return readFileSync(path, 'utf8');
  });
  const { data, success } = stored.safeParse(jsonOrNull(text));
  if (!success)
    throw new UserError(
      `${path} does not hold valid keys: restore it from a backup, or delete it to sign everyone out.`,
    );
  return data;
}

/** Reads the same keys and creates nothing. Keys that the first start will make are empty. */
export const readKeys = (dataDir: string): StoredKeys =>
  existsSync(join(dataDir, 'keys.json')) ? keepKeys(dataDir) : { publishable: '', secret: '', jwks: [] };

/** A P-256 key pair that signs ES256, with a random key id. */
export function makeSigningKey(): z.output<typeof jwkList>[number] {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const parts = privateKey.export({ format: 'jwk' }) as { x: string; y: string; d: string };
  return {
    ...parts,
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    kid: crypto.randomUUID(),
    use: 'sig',
    key_ops: ['sign', 'verify'],
  };
}

/** A fresh set of keys. */
export function makeKeys(): StoredKeys {
  return {
    publishable: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secret: `sb_secret_${randomBytes(32).toString('base64url')}`,
    jwks: [makeSigningKey()],
  };
}

/** Writes the whole file or nothing, and keeps one that another process wrote first. */
function writeOnce(path: string, text: string): void {
  makeFolder(dirname(path));
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
