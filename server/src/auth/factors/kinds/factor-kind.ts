import type { SignedInCall } from '../../kernel/call.ts';
import type { Transaction } from '../../kernel/transaction.ts';
import type { FactorRow } from '../../kernel/entities/account.rules.ts';
import type { Json } from '../../kernel/entities/json.rules.ts';
import type { ChallengeRow, NewChallengeData } from '../factors.store.ts';
import { validationFailed } from '../../kernel/errors.ts';

type Body = Readonly<Record<string, unknown>>;

/** The behaviour of one kind of second factor. The rest is shared by all (contract A4.2, A4.3). */
export interface FactorKind {
  /** The sign-in method (AMR) of a session. */
  readonly method: string;
  /** Validates the request and returns the new factor's columns, and the answer besides id, type and name. */
  enroll(call: SignedInCall, body: Body): Promise<{ secret?: string; phone?: string; answer: Json }>;
  /**
   * Returns the challenge's stored data, and the answer besides id, type and end. Runs outside of a transaction, because
   * a message may take seconds.
   */
  challenge(call: SignedInCall, factor: FactorRow, body: Body): Promise<NewChallengeData & { answer: Json }>;
  /** Checks the shape of what POST …/verify sent. @throws AuthError 400 */
  requireProof(body: Body): void;
  /** @throws AuthError 422 mfa_verification_failed (or its own code) when the proof is wrong */
  prove(tx: Transaction<SignedInCall>, factor: FactorRow, challenge: ChallengeRow, body: Body): Promise<void>;
}

/** Checks that a request to verify a factor has a code. @throws AuthError 400 validation_failed */
export function requireCode({ code }: Body): void {
  if (typeof code !== 'string' || code.trim() === '') throw validationFailed('Code needs to be non-empty');
}
