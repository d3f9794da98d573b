import { audit } from '../kernel/audit.ts';
import { type SignedInCall, presentTime } from '../kernel/call.ts';
import { isJson } from '../kernel/entities/json.rules.ts';
import { readBody } from '../kernel/request/json-body.ts';
import { factorKind } from './kinds/factor-kinds.ts';
import { insertChallenge } from './challenges.store.ts';
import { requireSwitchedOn } from './factor-switches.ts';
import { lockedFactor, refuseAnonymous } from './target-factor.ts';

/** The lifetime of a challenge. */
export const CHALLENGE_TTL_SECONDS = 300;

/** POST /factors/{factor_id}/challenge → `{id, type, expires_at}` (contract A4.2). */
export async function factorChallenge(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  const sent = readBody(call.request.body);
  const body = isJson(sent) ? sent : {};
  return call.auth.database.transaction(async (query) => {
    const factor = await lockedFactor(call, query);
    const kind = factorKind(factor.factor_type);
    requireSwitchedOn(call, factor.factor_type, 'verify');
    const at = presentTime(call);
    const { answer, ...kept } = await kind.challenge(call, query, factor, body);
    const ip_address = call.request.caller.address;
    const id = await insertChallenge(query, { factor_id: factor.id, ip_address, ...kept }, at);
    await audit(call, query, 'challenge_created', call.account.user.id, { factor_id: factor.id });
    const expiresAt = Math.floor(at.getTime() / 1_000) + CHALLENGE_TTL_SECONDS;
    return { id, type: factor.factor_type, expires_at: expiresAt, ...answer };
  });
}
