import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Call, type Handler, bodyOf, redirectOf } from '../kernel/call.ts';
import { type Transaction, audit, transaction } from '../kernel/transaction.ts';
import { isUuid } from '../kernel/entities/account.rules.ts';
import { type AuthError, authError, validationFailed } from '../kernel/errors.ts';
import type { SsoProviderRow } from './sso-provider-json.rules.ts';
import { readIdentityProvider } from './protocol/identity-provider-metadata.ts';
import { requireSaml } from './protocol/service-provider.ts';
import { insertFlowState, insertSessionEnd, issueAuthCode } from '../accounts/codes/flow-states.store.ts';
import * as relayStates from './relay-states.store.ts';
import { findSsoProvider, findSsoProviderByDomain } from './sso-providers.store.ts';
import { challengeOf, codeBody } from '../accounts/codes/code-challenge.rules.ts';
import * as redirect from '../sessions/deliver-session.ts';
import { ssoProviderName } from '../accounts/external/identity-linking.rules.ts';
import * as assertions from './assertion.rules.ts';
import { readBody } from '../kernel/request/json-body.ts';
import { accountOfExternalIdentity } from '../accounts/external/external-account.ts';
import type { ExternalIdentity } from '../accounts/external/provider-profile.rules.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { spendProof } from '../accounts/external/spent-proofs.store.ts';
import { instant } from '../kernel/entities/session.rules.ts';
import { queueOwner } from '../../gateway/queue-owner.ts';
import { texts } from '../kernel/entities/json.rules.ts';

const schema = z.object({
  ...texts('provider_id', 'domain', 'redirect_to'),
  skip_http_redirect: z.boolean().nullish(),
  ...codeBody,
});

type Body = z.infer<typeof schema>;

/** POST /sso `{provider_id|domain}` returns the address of a company's sign-in (contract A5.3). */
export const sso: Handler = async (call) => {
  const saml = requireSaml(call);
  const body = bodyOf(call, schema);
  const provider = await providerOf(call, body);
  const challenge = challengeOf(body);
  const request_id = `_${randomUUID()}`;
  const relayState = await transaction(call, async (tx) => {
    const referrer = redirectOf(tx, body.redirect_to);
    const flow = { challenge, provider_type: 'sso/saml', authentication_method: 'sso/saml', referrer };
    const flow_state_id = challenge ? await insertFlowState(tx, flow) : null;
    const state = { sso_provider_id: provider.id, request_id, redirect_to: referrer, flow_state_id };
    return relayStates.insertRelayState(tx, state);
  });
  const idp = readIdentityProvider(provider.saml.metadata_xml);
  const url = await saml.signInUrl(idp, request_id, relayState);
  if (body.skip_http_redirect) return { url };
  return void call.reply.redirect(url, 303);
};

async function providerOf(call: Call, { provider_id: id, domain }: Body): Promise<SsoProviderRow> {
  const { database } = call.auth;
  if (id && domain) throw validationFailed('Only one of provider_id or domain supported');
  if (!id && !domain) throw validationFailed('A provider_id or domain needs to be provided');
  const byId = id && isUuid(id) ? await findSsoProvider(database, id) : null;
  const provider = domain ? await findSsoProviderByDomain(database, domain) : byId;
  if (provider && !provider.disabled) return provider;
  const message = domain ? 'No SSO provider assigned for this domain' : 'No such SSO provider';
  throw authError('sso_provider_not_found', { message });
}

/** GET /sso/saml/metadata describes this service to an identity provider. */
export const samlMetadata: Handler = async (call) => {
  const saml = requireSaml(call);
  call.reply.header('Content-Type', 'application/xml; charset=utf-8');
  call.reply.header('Cache-Control', 'public, max-age=600');
  return saml.metadata();
};

const samlForm = z.object({ SAMLResponse: z.string().default(''), RelayState: z.string().default('') });

/** POST /sso/saml/acs receives an identity provider's answer from the browser and redirects (contract A5.4). */
export const samlAcs: Handler = async (call) => {
  requireSaml(call);
  let target = call.auth.settings.siteUrl;
  try {
    const form = samlForm.parse(readBody(call.request.body) ?? {});
    const relayState = await relayStateOf(call, form.RelayState);
    target = relayState.redirect_to ?? target;
    const visit = await verifyResponse(call, form.SAMLResponse, relayState);
    target = await transaction(call, (tx) => finish(tx, visit, target));
  } catch (error) {
    target = redirect.withError(target, faultOf(call, error), true);
  }
  call.reply.redirect(target, 303);
};

async function finish(tx: Transaction, visit: VerifiedResponse, target: string): Promise<string> {
  await spend(tx, visit);
  const { assertion, relayState } = visit;
  const external = externalIdentityOf(visit);
  const account = await accountOfExternalIdentity(tx, external);
  const end = assertion.sessionEnd === null ? null : new Date(assertion.sessionEnd);
  if (relayState.flow_state_id) {
    if (end) await insertSessionEnd(tx, relayState.flow_state_id, end);
    const code = await issueAuthCode(tx, relayState.flow_state_id, { userId: account.user.id });
    return redirect.withCode(target, code);
  }
  await audit(tx, 'login', account.user.id, { provider: external.provider });
  const session = await issueSession(tx, account, 'sso/saml', end);
  return redirect.withSession(target, session, '');
}

/** One visit, one assertion, one session. */
async function spend(tx: Transaction, { assertion, relayState }: VerifiedResponse): Promise<void> {
  const isFirst = await relayStates.spendRelayState(tx, relayState.id);
  const end = new Date(assertion.notOnOrAfter ?? 0);
  const isNew = await spendProof(tx, `saml ${assertion.issuer} ${assertion.id}`, end);
  if (!isFirst || !isNew) throw relayStateNotFound();
}

const relayStateNotFound = (): AuthError => authError('saml_relay_state_not_found');

function externalIdentityOf({ provider, assertion }: VerifiedResponse): ExternalIdentity {
  const subject = assertions.assertionSubject(assertion);
  if (!subject) {
    throw authError('saml_assertion_no_user_id');
  }
  const profile = assertions.assertionProfile(assertion, subject, provider.saml.attribute_mapping ?? {});
  if (profile.emails.length === 0) {
    throw authError('saml_assertion_no_email');
  }
  return { provider: ssoProviderName(provider.id), profile, isEmailOptional: false };
}

const faultOf = (call: Call, error: unknown) =>
  error instanceof z.ZodError
    ? validationFailed('SAMLResponse is malformed')
    : redirect.faultOf(call, error, 'SAML sign-in failed');

/** The time a user may spend at their identity provider. */
const RELAY_STATE_TTL_MS = 10 * 60_000;

/** A user back from the identity provider we sent them to, with its assertion. */
interface VerifiedResponse {
  readonly provider: SsoProviderRow;
  readonly relayState: relayStates.SamlRelayState;
  readonly assertion: assertions.SignedAssertion;
}

/**
 * Accepts an answer only to our own request (contract A5.4). Signature, issuer, audience, place, request and times
 * must match. It changes nothing. A sign-in that an identity provider begins is refused, because no request asked for
 * it.
 */
async function verifyResponse(
  call: Call,
  responseField: string,
  relayState: relayStates.SamlRelayState,
): Promise<VerifiedResponse> {
  const provider = await findSsoProvider(call.auth.database, relayState.sso_provider_id);
  if (!provider || provider.disabled) {
    throw authError('saml_idp_not_found');
  }
  const assertion = await signedAssertion(call, provider, responseField, relayState.request_id);
  return { provider, relayState, assertion };
}

async function relayStateOf(call: Call, relay: string): Promise<relayStates.SamlRelayState> {
  const found = isUuid(relay) ? await relayStates.takeAnswer(call.auth.database, relay) : null;
  if (!found) throw relayStateNotFound();
  if (call.auth.clock.now() >= instant(found.created_at) + RELAY_STATE_TTL_MS) {
    throw authError('saml_relay_state_expired');
  }
  return found;
}

async function signedAssertion(call: Call, provider: SsoProviderRow, field: string, requestId: string) {
  const saml = requireSaml(call);
  const idp = readIdentityProvider(provider.saml.metadata_xml);
  const answer = await saml.read(idp, field, queueOwner(call.request.caller));
  if (!answer.envelope) {
    throw validationFailed('SAMLResponse is missing or malformed');
  }
  const { issuer: sender, isSuccess, destination } = answer.envelope;
  const { entity_id: issuer } = provider.saml;
  if (sender !== null && sender !== issuer) {
    throw authError('saml_entity_id_mismatch');
  }
  if (!isSuccess) {
    throw authError('access_denied', { message: 'The identity provider did not sign the person in' });
  }
  if ('fault' in answer) return invalid(call, answer.fault);
  const isForUs = destination === null || destination === saml.acsUrl;
  const expected = { issuer, acsUrl: saml.acsUrl, requestId, now: call.auth.clock.now() };
  const fault = isForUs
    ? assertions.assertionFault(answer.assertion, expected)
    : 'destination is another place';
  return fault ? invalid(call, fault) : answer.assertion;
}

/** The reason goes to our log. It helps administrators, and a forger would learn from it. */
function invalid(call: Call, reason: string): never {
  call.request.log.warn({ reason, skew: assertions.SAML_CLOCK_SKEW_MS }, 'a SAML assertion was refused');
  throw validationFailed('SAML Assertion is not valid');
}
