import type { Call } from '../kernel/call.ts';
import { assertionFault, SAML_CLOCK_SKEW_MS, type SignedAssertion } from './assertion.rules.ts';
import { instant } from '../kernel/entities/session.rules.ts';
import { isUuid } from '../kernel/entities/account.rules.ts';
import { AuthError, messageOf } from '../kernel/errors.ts';
import type { SsoProviderRow } from './sso-provider-json.rules.ts';
import { readIdentityProvider } from './protocol/identity-provider-metadata.ts';
import { readEnvelope } from './protocol/response.ts';
import { requireSaml } from './protocol/service-provider.ts';
import { findRelayState, type SamlRelayState } from './relay-states.store.ts';
import { findSsoProvider } from './sso-providers.store.ts';

/** The time a user may spend at their identity provider. */
const RELAY_STATE_TTL_MS = 10 * 60_000;

/** A user back from the identity provider we sent them to, with its assertion. */
export interface VerifiedResponse {
  readonly provider: SsoProviderRow;
  readonly relayState: SamlRelayState;
  readonly assertion: SignedAssertion;
  readonly redirectTo: string;
}

/**
 * Accepts an answer only to our own request (contract A5.4). Signature, issuer, audience, place, request and times
 * must match. It changes nothing. A sign-in that an identity provider begins is refused, because no request asked for
 * it.
 * @param onTarget receives where the browser is to go as soon as that is known, for refusals too
 */
export async function verifyResponse(
  call: Call,
  responseField: string,
  relay: string,
  onTarget: (url: string) => void,
): Promise<VerifiedResponse> {
  const relayState = await relayStateOf(call, relay);
  const redirectTo = relayState.redirect_to ?? call.auth.settings.siteUrl;
  onTarget(redirectTo);
  const provider = await findSsoProvider(call.auth.database.query, relayState.sso_provider_id);
  if (!provider || provider.disabled) {
    const message = 'A SAML connection has not been established with this IdP';
    throw new AuthError(404, 'saml_idp_not_found', message);
  }
  const assertion = await signedAssertion(call, provider, responseField, relayState.request_id);
  return { provider, relayState, assertion, redirectTo };
}

async function relayStateOf(call: Call, relay: string): Promise<SamlRelayState> {
  const found = isUuid(relay) ? await findRelayState(call.auth.database.query, relay) : null;
  if (!found) {
    const message = 'SAML RelayState does not exist, try logging in again?';
    throw new AuthError(404, 'saml_relay_state_not_found', message);
  }
  if (call.auth.clock.now() >= instant(found.created_at) + RELAY_STATE_TTL_MS) {
    const message = 'SAML RelayState has expired. Try logging in again?';
    throw new AuthError(422, 'saml_relay_state_expired', message);
  }
  return found;
}

async function signedAssertion(
  call: Call,
  provider: SsoProviderRow,
  field: string,
  requestId: string,
): Promise<SignedAssertion> {
  const saml = requireSaml(call);
  const envelope = readEnvelope(field);
  if (!envelope) throw new AuthError(400, 'validation_failed', 'SAMLResponse is missing or malformed');
  const { entity_id: issuer } = provider.saml;
  if (envelope.issuer !== null && envelope.issuer !== issuer) {
    const message = 'SAML Assertion is from another identity provider than the one that was asked';
    throw new AuthError(422, 'saml_entity_id_mismatch', message);
  }
  if (!envelope.isSuccess) {
    throw new AuthError(403, 'access_denied', 'The identity provider did not sign the person in');
  }
  const isForUs = envelope.destination === null || envelope.destination === saml.acsUrl;
  const assertion = await saml
    .verify(readIdentityProvider(provider.saml.metadata_xml), field)
    .catch((error: unknown) => invalid(call, messageOf(error)));
  const expected = { issuer, acsUrl: saml.acsUrl, requestId, now: call.auth.clock.now() };
  const fault = isForUs ? assertionFault(assertion, expected) : 'destination is another place';
  return fault ? invalid(call, fault) : assertion;
}

/** The reason goes to our log. It helps administrators, and a forger would learn from it. */
function invalid(call: Call, reason: string): never {
  call.request.log.warn({ reason, skew: SAML_CLOCK_SKEW_MS }, 'a SAML assertion was refused');
  throw new AuthError(400, 'validation_failed', 'SAML Assertion is not valid');
}
