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

/**
 * The action for a presented refresh token. `rotate` revokes it and creates its child. `repeat` returns the session's
 * active token, because its client lost the answer. `child` creates another child of a token revoked a moment ago, in
 * place of the active one, so that a later use of that one is noticed.
 * `reject` refuses this request only. `end-session` refuses and ends the session with all its tokens.
 */
export type RotationStep = 'rotate' | 'repeat' | 'child' | 'reject' | 'end-session';

/**
 * Decides the step for a presented refresh token (contract A2.3). `active` is the session's newest token unless it is
 * revoked. Without one no grace period applies. Grace never crosses a proof, because its holder may differ from the
 * holder of earlier tokens, and a late refresh of theirs is no sign of theft (server/docs/wire.md).
 */
export function rotationStep(
  presented: RefreshTokenRow,
  active: Pick<RefreshTokenRow, 'parent'> | null,
  rules: { readonly rotation: boolean; readonly reuseIntervalSeconds: number },
  now: number,
): RotationStep {
  if (presented.predates_proof) return 'reject';
  if (!presented.revoked) return 'rotate';
  if (active === null) return 'reject';
  if (active.parent === presented.token) return 'repeat';
  if (now <= instant(presented.updated_at) + rules.reuseIntervalSeconds * 1_000) return 'child';
  return rules.rotation ? 'end-session' : 'reject';
}
