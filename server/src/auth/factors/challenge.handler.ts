import { audit } from '../kernel/audit/audit.ts';
import { type SignedInCall, presentTime } from '../kernel/call.ts';
import { isJson } from '../kernel/entities/json.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { factorSwitches } from '../kernel/settings.ts';
import { factorKind } from './kinds/factor-kinds.ts';
import { insertChallenge } from './challenges.store.ts';
import { lockedFactor, refuseAnonymous } from './target-factor.ts';

/** How long a challenge waits for its answer. */
export const CHALLENGE_TTL_SECONDS = 300;

/** POST /factors/{factor_id}/challenge → `{id, type, expires_at}` (contract A4.2). */
export async function factorChallenge(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  const body = isJson(call.request.body) ? call.request.body : {};
  return call.auth.database.transaction(async (query) => {
    const factor = await lockedFactor(call, query);
    const kind = factorKind(factor.factor_type);
    if (!factorSwitches(call.auth.settings, factor.factor_type).verify) {
      throw new AuthError(
        422,
        `mfa_${kind.name.code}_verify_not_enabled`,
        `MFA verification is disabled for ${kind.name.text}`,
      );
    }
    const at = presentTime(call);
    const { answer, ...kept } = await kind.challenge(call, query, factor, body);
    const address = call.request.caller.address;
    const id = await insertChallenge(query, { factorId: factor.id, address, ...kept, at });
    await audit(call, query, 'challenge_created', call.account.user.id, { factor_id: factor.id });
    const expiresAt = Math.floor(at.getTime() / 1_000) + CHALLENGE_TTL_SECONDS;
    return { id, type: factor.factor_type, expires_at: expiresAt, ...answer };
  });
}
