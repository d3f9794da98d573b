import { audit } from '../kernel/audit/audit.ts';
import { type Call, presentTime } from '../kernel/call.ts';
import type { Metadata } from '../kernel/entities/account.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { findAccount } from '../accounts/store/accounts.store.ts';
import { insertUser } from '../accounts/store/users.store.ts';

/** POST /signup with neither address nor number: an account without a name, and its session (contract A1.3). */
export async function signupAnonymous(call: Call, data: Metadata): Promise<unknown> {
  if (!call.auth.settings.enable_anonymous_sign_ins) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  return call.auth.database.transaction(async (query) => {
    const id = await insertUser(query, {
      appMetadata: {},
      userMetadata: data,
      isAnonymous: true,
      at: presentTime(call),
    });
    await audit(call, query, 'user_signedup', id, { provider: 'anonymous' });
    return issueSession(call, query, (await findAccount(query, id))!, 'anonymous');
  });
}
