import { instant } from '../kernel/entities/session.rules.ts';

/** A row of auth.refresh_tokens, as the rules need it. */
export interface RefreshTokenRow {
  readonly token: string;
  readonly revoked: boolean;
  readonly parent: string | null;
  readonly updated_at: string;
  /** Issued before a proof that raised the session since. */
  readonly predates_proof: boolean;
}

interface RotationRules {
  readonly rotation: boolean;
  readonly reuseIntervalSeconds: number;
}

/**
 * What to do with a presented refresh token:
 * - `rotate`: revoke it and make its child;
 * - `repeat`: answer with the session's active token once more (its client lost the answer);
 * - `child`: make a further child of a token revoked a moment ago;
 * - `reject`: refuse this request only;
 * - `end-session`: refuse, and end the session with all its tokens.
 */
export type RotationStep = 'rotate' | 'repeat' | 'child' | 'reject' | 'end-session';

/**
 * The step for a presented refresh token (contract A2.3). `active` is the session's newest token unless it is revoked; without one
 * the session's tokens have been revoked, and no grace applies. No grace leads across a proof: its holder need not be
 * the holder of the tokens from before, and a late refresh of theirs is no sign of theft (docs/wire.md).
 */
export function rotationStep(
  presented: RefreshTokenRow,
  active: Pick<RefreshTokenRow, 'parent'> | null,
  rules: RotationRules,
  now: number,
): RotationStep {
  if (presented.predates_proof) return 'reject';
  if (!presented.revoked) return 'rotate';
  if (active === null) return 'reject';
  if (active.parent === presented.token) return 'repeat';
  if (now <= instant(presented.updated_at) + rules.reuseIntervalSeconds * 1_000) return 'child';
  return rules.rotation ? 'end-session' : 'reject';
}
