import { draw } from '../../kernel/entities/secrets.rules.ts';

/** The sign-in method (AMR) of a session that a recovery code has raised (contract A4.9). */
export const RECOVERY_METHOD = 'mfa/recovery_code';

const CODES_PER_SET = 10;

/** Base32 (RFC 4648) in lower case. No character looks like 0 or 1. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** 80 bits. */
const CODE_LENGTH = 16;

/** A new set of codes in their canonical form. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES_PER_SET }, () => draw(ALPHABET, CODE_LENGTH));

/** Returns the canonical form of a typed code, lower case without spaces and hyphens. */
export const canonicalCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();

/** Returns true if it can be a code. Anything else is refused without hashing. */
export const isRecoveryCode = (code: string): boolean => /^[a-z2-7]{16}$/.test(code);

/** A stored hash, argon2id with its parameters (memory in KiB) in the PHC string format. */
export interface StoredHash {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** Written as the reference service does, so that sets move both ways. */
export const writeHash = ({ memory, passes, parallelism, salt, tag }: StoredHash): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** The maximum cost of checking a stored hash. A database filled elsewhere must not stop this server. */
const MAX_MEMORY_KIB = 65_536;
const MAX_PASSES = 10;

/** Parses a stored hash. Returns null for another format or one that costs too much. */
export function readHash(text: string): StoredHash | null {
  const [, m, t, p, salt, tag] = PHC.exec(text) ?? [];
  if (!salt || !tag) return null;
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)];
  const isSound = parallelism >= 1 && passes >= 1 && memory >= 8 * parallelism;
  if (!isSound || memory > MAX_MEMORY_KIB || passes > MAX_PASSES) return null;
  return { memory, passes, parallelism, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}
