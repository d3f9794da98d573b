import type { Query } from '../../../database/database.ts';
import type { SignedInCall } from '../../kernel/call.ts';
import type { FactorRow } from '../../kernel/entities/account.rules.ts';
import type { ChallengeRow } from '../challenges.store.ts';

type Body = Readonly<Record<string, unknown>>;
type Json = Record<string, unknown>;

/** The behaviour of one kind of second factor. The rest is shared by all (contract A4.2, A4.3). */
export interface FactorKind {
  /** The sign-in method (AMR) of a session. */
  readonly method: string;
  /** Validates the request and returns the new factor's columns, and the answer besides id, type and name. */
  enroll(call: SignedInCall, body: Body): Promise<{ secret?: string; phone?: string; answer: Json }>;
  /** Returns the challenge's stored data, and the answer besides id, type and end. */
  challenge(
    call: SignedInCall,
    query: Query,
    factor: FactorRow,
    body: Body,
  ): Promise<{ otpCode?: string; webAuthn?: Json; answer: Json }>;
  /** Checks the shape of what POST …/verify sent. @throws AuthError 400 */
  requireProof(body: Body): void;
  /** @throws AuthError 422 mfa_verification_failed (or its own code) when the proof is wrong */
  prove(
    call: SignedInCall,
    query: Query,
    factor: FactorRow,
    challenge: ChallengeRow,
    body: Body,
  ): Promise<void>;
}
