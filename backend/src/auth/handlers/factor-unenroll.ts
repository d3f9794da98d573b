import { audit } from '../steps/audit.ts';
import type { SignedInCall } from '../request/call.ts';
import { AuthError } from '../errors.ts';
import { factorKinds } from '../factors/factor-kinds.ts';
import { sendNoticeLater } from '../steps/send-mail.ts';
import { deleteFactor } from '../store/factors.ts';
import { lowerSessionsOf } from '../store/session-levels.ts';
import { lockedFactor, refuseAnonymous } from './factor-target.ts';

/** DELETE /factors/{factor_id} → `{id}`; a verified factor asks for a session at aal2 (auth contract 4). */
export async function factorUnenroll(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  const factor = await call.auth.database.transaction(async (query) => {
    const found = await lockedFactor(call, query);
    if (found.status === 'verified' && call.session?.aal !== 'aal2') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await lowerSessionsOf(query, found.id, factorKinds[found.factor_type].method);
    await deleteFactor(query, found.id);
    await audit(call, query, 'factor_unenrolled', found.user_id, { factor_id: found.id });
    return found;
  });
  if (factor.status === 'verified') sendNoticeLater(call, 'factor_removed', call.account.user.email);
  return { id: factor.id };
}
