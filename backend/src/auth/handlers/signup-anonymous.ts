import { audit } from '../steps/audit.ts';
import type { Call } from '../request/call.ts';
import { presentTime } from '../request/call.ts';
import type { Metadata } from '../domain/account.ts';
import { AuthError } from '../errors.ts';
import { issueSession } from '../steps/issue-session.ts';
import { findAccount } from '../store/accounts.ts';
import { insertUser } from '../store/users.ts';

/** POST /signup with neither address nor number: an account without a name, and its session (auth contract 1). */
export async function signupAnonymous(call: Call, data: Metadata): Promise<unknown> {
  if (!call.auth.settings.anonymousEnabled) {
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
