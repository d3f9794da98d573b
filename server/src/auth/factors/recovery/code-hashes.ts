import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { type StoredHash, readHash, writeHash } from './recovery-code.rules.ts';

/** The reference service's parameters (memory in KiB). A faster hash would suffice, but could not move there. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);

/** Takes 19 MiB and some 25 ms in the native thread pool. */
const tagOf = (code: string, { memory, passes, parallelism, salt }: StoredHash, tagLength: number) =>
  derive('argon2id', { message: code, nonce: salt, memory, passes, parallelism, tagLength });

/** The stored form of a code in its canonical form. */
export async function hashCode(code: string): Promise<string> {
  const wanted = { ...parameters, salt: randomBytes(SALT_BYTES), tag: Buffer.alloc(0) };
  return writeHash({ ...wanted, tag: await tagOf(code, wanted, TAG_BYTES) });
}

/** Returns true if this is the code of a stored hash, and false for an unreadable hash. */
export async function isCodeOf(code: string, stored: string): Promise<boolean> {
  const hash = readHash(stored);
  return hash !== null && timingSafeEqual(await tagOf(code, hash, hash.tag.length), hash.tag);
}
