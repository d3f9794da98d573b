import { z } from 'zod';
import type { Query } from '../../database/database.ts';
import { audit } from '../kernel/audit.ts';
import { type Call, type Handler, presentTime } from '../kernel/call.ts';
import {
  redirectFault,
  redirectWithCode,
  redirectWithError,
  redirectWithSession,
} from '../sessions/deliver-session.ts';
import { ssoProviderName } from '../accounts/external/identity-linking.rules.ts';
import { assertionProfile, assertionSubject, type SignedAssertion } from './assertion.rules.ts';
import { AuthError, validationFailed } from '../kernel/errors.ts';
import { readBody } from '../kernel/request/json-body.ts';
import { accountOfExternalIdentity } from '../accounts/external/external-account.ts';
import type { ExternalIdentity } from '../accounts/external/provider-profile.rules.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { verifyResponse, type VerifiedResponse } from './verify-response.ts';
import { requireSaml } from './protocol/service-provider.ts';
import { insertSessionEnd, issueAuthCode } from '../accounts/codes/flow-states.store.ts';
import { spendRelayState } from './relay-states.store.ts';
import { spendProof } from '../accounts/external/spent-proofs.store.ts';

const schema = z.object({ SAMLResponse: z.string().default(''), RelayState: z.string().default('') });

/** POST /sso/saml/acs receives an identity provider's answer from the browser and redirects (contract A5.4). */
export const samlAcs: Handler = async (call) => {
  requireSaml(call);
  let target = call.auth.settings.siteUrl;
  try {
    const form = schema.parse(readBody(call.request.body) ?? {});
    const visit = await verifyResponse(call, form.SAMLResponse, form.RelayState, (url) => (target = url));
    target = await call.auth.database.transaction((query) => finish(call, query, visit));
  } catch (error) {
    target = redirectWithError(target, faultOf(call, error), true);
  }
  call.reply.redirect(target, 303);
};

async function finish(call: Call, query: Query, visit: VerifiedResponse): Promise<string> {
  await spend(query, visit);
  const { assertion, relayState } = visit;
  const external = externalIdentityOf(visit);
  const account = await accountOfExternalIdentity(call, query, external);
  const end = assertion.sessionEnd === null ? null : new Date(assertion.sessionEnd);
  if (relayState.flow_state_id) {
    if (end) await insertSessionEnd(query, relayState.flow_state_id, end);
    const issued = { userId: account.user.id, at: presentTime(call) };
    return redirectWithCode(visit.redirectTo, await issueAuthCode(query, relayState.flow_state_id, issued));
  }
  await audit(call, query, 'login', account.user.id, { provider: external.provider });
  const session = await issueSession(call, query, account, 'sso/saml', end);
  return redirectWithSession(visit.redirectTo, session, '');
}

/** One visit, one assertion, one session. */
async function spend(query: Query, { assertion, relayState }: VerifiedResponse): Promise<void> {
  const isFirst = await spendRelayState(query, relayState.id);
  const end = new Date(assertion.notOnOrAfter ?? 0);
  const isNew = await spendProof(query, `saml ${assertion.issuer} ${assertion.id}`, end);
  if (!isFirst || !isNew) {
    const message = 'SAML RelayState does not exist, try logging in again?';
    throw new AuthError(404, 'saml_relay_state_not_found', message);
  }
}

function externalIdentityOf({ provider, assertion }: VerifiedResponse): ExternalIdentity {
  const subject = subjectOf(assertion);
  const profile = assertionProfile(assertion, subject, provider.saml.attribute_mapping ?? {});
  if (profile.emails.length === 0) {
    throw new AuthError(400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address');
  }
  return { provider: ssoProviderName(provider.id), profile, isEmailOptional: false };
}

function subjectOf(assertion: SignedAssertion): string {
  const subject = assertionSubject(assertion);
  if (subject) return subject;
  const message =
    'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID';
  throw new AuthError(400, 'saml_assertion_no_user_id', message);
}

const faultOf = (call: Call, error: unknown) =>
  error instanceof z.ZodError
    ? validationFailed('SAMLResponse is malformed')
    : redirectFault(call, error, 'SAML sign-in failed');
