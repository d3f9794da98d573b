import { readFileSync } from 'node:fs';
import { ReadableStream as NodeStream } from 'node:stream/web';
import type { Decrypter } from 'age-encryption';
import { UserError } from '../../configuration/user-error.ts';
import { NoFrame } from './frames.ts';

/** The private keys that open encrypted backups. */
export interface Identity {
  readonly path: string;
  readonly keys: readonly string[];
}

/** Reads a file as `age-keygen` writes it. @throws UserError */
export function readIdentity(path: string): Identity {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  const keys = lines.filter((text) => text.startsWith('AGE-SECRET-KEY-'));
  if (keys.length > 0) return { path, keys };
  throw new UserError(`${path} has no line with a private key of age (AGE-SECRET-KEY-1…).`);
}

/** The library takes 0.2 s to load, which only encrypted backups need. */
const loadAge = () => import('age-encryption');

/** The library's types have the browser's class. */
const streamOf = (bytes: AsyncIterable<Uint8Array>) =>
  NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>;

/** Encrypts a stream to a public key. */
export async function* encrypt(
  bytes: AsyncIterable<Uint8Array>,
  recipient: string,
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(streamOf(bytes));
}

/** Decrypts the body of the backup `path`. @throws UserError for a key that does not open it */
export async function* decrypt(
  bytes: AsyncIterable<Uint8Array>,
  identity: Identity | null,
  path: string,
): AsyncGenerator<Uint8Array> {
  if (identity === null)
    throw new UserError(`${path} is encrypted: name the file of its private key with --identity.`);
  const decrypter = await decrypterOf(identity);
  try {
    yield* await decrypter.decrypt(streamOf(bytes));
  } catch (error) {
    const { message, syscall } = error as NodeJS.ErrnoException;
    if (syscall) throw error;
    if (!message.startsWith('no identity matched')) throw new NoFrame(message);
    throw new UserError(
      `${identity.path} does not open ${path}: name the private key of its BACKUP_RECIPIENT.`,
    );
  }
}

async function decrypterOf({ path, keys }: Identity): Promise<Decrypter> {
  const age = await loadAge();
  const decrypter = new age.Decrypter();
  try {
    for (const key of keys) decrypter.addIdentity(key);
    return decrypter;
  } catch {
    throw new UserError(`${path} has a private key that is damaged: take another copy of it.`);
  }
}
