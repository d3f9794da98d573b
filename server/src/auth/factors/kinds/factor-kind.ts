import type { Query } from '../../../database/database.ts';
import type { SignedInCall } from '../../kernel/call.ts';
import type { FactorRow } from '../../kernel/entities/account.rules.ts';
import type { ChallengeRow } from '../challenges.store.ts';

type Body = Readonly<Record<string, unknown>>;
type Json = Record<string, unknown>;

/** What one kind of second factor does differently; the rest is the same for all (contract A4.2, A4.3). */
export interface FactorKind {
  /** How a session says it was proven (AMR method). */
  readonly method: string;
  /** Checks what was sent and makes the new factor's own columns, and what to answer beside id, type and name. */
  enroll(call: SignedInCall, body: Body): Promise<{ secret?: string; phone?: string; answer: Json }>;
  /** What the challenge keeps, and what to answer beside id, type and end. */
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
