import { createHash } from 'node:crypto';
import * as openid from 'openid-client';
import { authorizationParameters } from './authorization-request.rules.ts';
import type { ExternalProviderSettings } from './external-settings.rules.ts';
import { isLoopback } from '../../../configuration/loopback.rules.ts';
import { outgoingFetch } from '../../../gateway/http/outgoing-fetch.ts';
import { openIdProfile, type ProviderProfile } from '../../accounts/external/provider-profile.rules.ts';
import {
  PROVIDER_TIMEOUT_SECONDS,
  ProviderFailure,
  loadOnce,
  providerFailed,
  type ExternalProvider,
} from './external-provider.ts';

const defaultScopes = ['openid', 'email', 'profile'];

/** Any OpenID Connect issuer, Google too, with discovery, code flow with PKCE and nonce, and a verified ID token. */
export function openIdProvider(settings: ExternalProviderSettings): ExternalProvider {
  const { redirect_uri } = settings;
  const client = loadOnce(() => discover(settings).catch(providerFailed));
  return {
    async authorizationUrl(request) {
      const own = { redirect_uri, nonce: nonceOf(request.codeVerifier) };
      const parameters = authorizationParameters(request, defaultScopes, own);
      return openid.buildAuthorizationUrl(await client(), parameters);
    },
    async exchange(callback, { state, codeVerifier }) {
      const configuration = await client();
      const tokens = await openid
        .authorizationCodeGrant(
          configuration,
          callback,
          {
            pkceCodeVerifier: codeVerifier,
            expectedState: state,
            expectedNonce: nonceOf(codeVerifier),
            idTokenExpected: true,
          },
          { redirect_uri },
        )
        .catch(providerFailed);
      const profile = await readProfile(configuration, settings, tokens);
      return { profile, accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null };
    },
  };
}

/** The nonce ties the ID token to our flow. It is derived, so that only the verifier needs to be stored. */
const nonceOf = (codeVerifier: string): string =>
  createHash('sha256').update(`nonce ${codeVerifier}`).digest('base64url');

function discover(settings: ExternalProviderSettings): Promise<openid.Configuration> {
  const url = new URL(settings.url);
  const authentication = settings.secret ? openid.ClientSecretPost(settings.secret) : openid.None();
  return openid.discovery(url, settings.clientIds[0]!, {}, authentication, {
    execute: isLoopback(url.hostname) ? [openid.allowInsecureRequests] : [],
    timeout: PROVIDER_TIMEOUT_SECONDS,
    [openid.customFetch]: outgoingFetch as openid.CustomFetch,
  });
}

/** Returns the claims of the ID token, plus those of the userinfo endpoint if it has no address. */
async function readProfile(
  configuration: openid.Configuration,
  settings: ExternalProviderSettings,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): Promise<ProviderProfile> {
  const claims = tokens.claims();
  if (!claims) throw new ProviderFailure('no ID token');
  const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
  const more =
    claims['email'] === undefined && endpoint
      ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(providerFailed)
      : {};
  const profile = openIdProfile({ ...more, ...claims }, settings.url);
  if (!profile) throw new ProviderFailure('the ID token names no user');
  return profile;
}
