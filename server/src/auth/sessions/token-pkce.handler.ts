import { z } from 'zod';
import { type Call, type Handler, bodyOf } from '../kernel/call.ts';
import { type Transaction, audit, transaction } from '../kernel/transaction.ts';
import { isVerified } from '../accounts/codes/code-challenge.rules.ts';
import { hasVerifiedFactor } from '../kernel/entities/account.rules.ts';
import { instant } from '../kernel/entities/session.rules.ts';
import { authError, validationFailed, insufficientAal } from '../kernel/errors.ts';
import { issueSession, type SessionJson } from './issue-session.ts';
import { linkIdentity } from '../accounts/external/external-account.ts';
import { lockExternalIdentity } from '../accounts/external/known-accounts.store.ts';
import { lockAccount } from '../accounts/store/accounts.store.ts';
import * as flows from '../accounts/codes/flow-states.store.ts';
import { texts } from '../kernel/entities/json.rules.ts';

const schema = z.object(texts('auth_code', 'code_verifier'));

/** The lifetime of a code and of an open flow (contract A2.4 requires at least 300 s). */
export const FLOW_TTL_MS = 10 * 60_000;

/** POST /token?grant_type=pkce `{auth_code, code_verifier}` → Session. A wrong verifier does not use up the code. */
export const tokenPkce: Handler = async (call) => {
  const { auth_code: code, code_verifier: verifier } = bodyOf(call, schema);
  if (!code || !verifier) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  return transaction(call, (tx) => exchange(tx, code, verifier));
};

async function exchange(tx: Transaction, code: string, verifier: string): Promise<SessionJson> {
  const found = await flows.findFlowStateByCode(tx, code);
  // Identity, account, flow: the order of a sign-in by the identity and of a new password, which deletes the flow.
  if (found?.shown_identity) await lockExternalIdentity(tx, found.shown_identity);
  const known = found?.user_id ? await lockAccount(tx, found.user_id) : null;
  const flow = await flows.lockFlowStateByCode(tx, code);
  if (!flow || !known) {
    throw authError('flow_state_not_found');
  }
  refuseLate(tx, flow);
  const { code_challenge: challenge, code_challenge_method: method } = flow;
  if (!challenge || !method || !isVerified({ challenge, method }, verifier)) {
    throw authError('bad_code_verifier');
  }
  const { shown_identity: identity } = flow;
  const account = identity ? await linkIdentity(tx, known, identity) : known;
  // The session that began the link is still there, or the flow would have gone with it, but the account may ask for more.
  if (identity && hasVerifiedFactor(account) && flow.session_aal !== 'aal2') {
    throw insufficientAal('change identities');
  }
  const end = await flows.findSessionEnd(tx, flow.id);
  await flows.deleteFlowState(tx, flow.id);
  await audit(tx, 'login', account.user.id, { provider: flow.provider_type });
  const session = await issueSession(tx, account, flow.authentication_method, end);
  return {
    ...session,
    ...(flow.provider_access_token ? { provider_token: flow.provider_access_token } : {}),
    ...(flow.provider_refresh_token ? { provider_refresh_token: flow.provider_refresh_token } : {}),
  };
}

function refuseLate(call: Call, flow: flows.FlowState): void {
  const issued = instant(flow.auth_code_issued_at ?? flow.created_at);
  if (call.auth.clock.now() >= issued + FLOW_TTL_MS) {
    throw authError('flow_state_expired');
  }
}
