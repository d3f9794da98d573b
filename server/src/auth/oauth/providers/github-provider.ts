import * as openid from 'openid-client';
import { z } from 'zod';
import { authorizationParameters } from './authorization-request.rules.ts';
import type { ExternalProviderSettings } from './external-settings.rules.ts';
import { isLoopback } from '../../../configuration/loopback.rules.ts';
import { outgoingFetch } from '../../../gateway/http/outgoing-fetch.ts';
import { githubEmail, githubProfile, githubUser } from './github-profile.rules.ts';
import {
  PROVIDER_TIMEOUT_SECONDS,
  ProviderFailure,
  providerFailed,
  type ExternalProvider,
} from './external-provider.ts';

/** GitHub or a GitHub Enterprise at `url`, by OAuth 2.0 with PKCE and two calls of its API. */
export function githubProvider(settings: ExternalProviderSettings): ExternalProvider {
  const { redirect_uri } = settings;
  const configuration = oauthClient(settings);
  const api = settings.url === 'https://github.com' ? 'https://api.github.com' : `${settings.url}/api/v3`;
  return {
    async authorizationUrl(request) {
      const parameters = authorizationParameters(request, ['user:email'], { redirect_uri });
      return openid.buildAuthorizationUrl(configuration, parameters);
    },
    async exchange(callback, { state, codeVerifier }) {
      const tokens = await openid
        .authorizationCodeGrant(configuration, callback, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
        })
        .catch(providerFailed);
      const get = <Answer>(path: string, schema: z.ZodType<Answer>) =>
        getJson(configuration, tokens.access_token, `${api}${path}`, schema);
      const [user, emails] = await Promise.all([
        get('/user', githubUser),
        get('/user/emails', z.array(githubEmail)),
      ]);
      const profile = githubProfile(user, emails, api);
      return { profile, accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null };
    },
  };
}

function oauthClient(settings: ExternalProviderSettings): openid.Configuration {
  const server = {
    issuer: settings.url,
    authorization_endpoint: `${settings.url}/login/oauth/authorize`,
    token_endpoint: `${settings.url}/login/oauth/access_token`,
  };
  const secret = openid.ClientSecretPost(settings.secret);
  const configuration = new openid.Configuration(server, settings.clientIds[0]!, {}, secret);
  configuration.timeout = PROVIDER_TIMEOUT_SECONDS;
  configuration[openid.customFetch] = outgoingFetch as openid.CustomFetch;
  if (isLoopback(new URL(settings.url).hostname)) openid.allowInsecureRequests(configuration);
  return configuration;
}

async function getJson<Answer>(
  configuration: openid.Configuration,
  accessToken: string,
  url: string,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'solostead' });
  const response = await openid
    .fetchProtectedResource(configuration, accessToken, new URL(url), 'GET', undefined, headers)
    .catch(providerFailed);
  if (!response.ok) throw new ProviderFailure(`${new URL(url).pathname} answered ${response.status}`);
  const answer = schema.safeParse(await response.json().catch(providerFailed));
  if (!answer.success) throw new ProviderFailure(`${new URL(url).pathname}: ${answer.error.message}`);
  return answer.data;
}
