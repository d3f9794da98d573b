import { audit } from '../kernel/audit.ts';
import type { SignedInCall } from '../kernel/call.ts';
import { isAtSecondLevel } from '../kernel/assurance.rules.ts';
import { methodOf } from './kinds/factor-kinds.ts';
import { sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { lockAccount } from '../accounts/store/accounts.store.ts';
import { deleteFactor } from './factors.store.ts';
import { lowerSessionsOf } from '../sessions/store/session-levels.store.ts';
import { removeLoneCodes } from './recovery/remove-codes.ts';
import { lockedFactor, refuseAnonymous } from './target-factor.ts';
import { insufficientAal } from '../kernel/errors.ts';

/** DELETE /factors/{factor_id} → `{id}`, at aal2 for a verified one. The last takes recovery codes along (contract A4.5). */
export async function factorUnenroll(call: SignedInCall): Promise<unknown> {
  refuseAnonymous(call);
  const factor = await call.auth.database.transaction(async (query) => {
    // The account first, so that of two that go at once the second sees that the first is gone.
    await lockAccount(query, call.account.user.id);
    const found = await lockedFactor(call, query);
    if (found.status === 'verified' && !isAtSecondLevel(call)) {
      throw insufficientAal('unenroll verified factor', 422);
    }
    await lowerSessionsOf(query, found.id, methodOf(found.factor_type));
    await deleteFactor(query, found.id);
    await removeLoneCodes(query, found.user_id);
    await audit(call, query, 'factor_unenrolled', found.user_id, { factor_id: found.id });
    return found;
  });
  if (factor.status === 'verified') sendNoticeLater(call, 'factor_removed', call.account.user.email);
  return { id: factor.id };
}
