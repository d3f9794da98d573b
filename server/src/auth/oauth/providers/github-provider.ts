import * as openid from 'openid-client';
import type { ExternalProviderSettings } from './external-settings.rules.ts';
import { isLoopback } from '../../kernel/request/loopback.rules.ts';
import { githubProfile, type GithubEmail, type GithubUser } from './github-profile.rules.ts';
import {
  foreignParameters,
  joinScopes,
  PROVIDER_TIMEOUT_SECONDS,
  ProviderFailure,
  type ExternalProvider,
} from './external-provider.ts';

/** GitHub or a GitHub Enterprise at `url`: OAuth 2.0 with PKCE, then two calls of its API. */
export function githubProvider(settings: ExternalProviderSettings): ExternalProvider {
  const configuration = oauthClient(settings);
  const api = settings.url === 'https://github.com' ? 'https://api.github.com' : `${settings.url}/api/v3`;
  return {
    async authorizationUrl({ state, codeVerifier, scopes, extra }) {
      return openid.buildAuthorizationUrl(configuration, {
        ...foreignParameters(extra),
        redirect_uri: settings.redirectUri,
        scope: joinScopes(['user:email'], scopes),
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },
    async exchange(callback, { state, codeVerifier }) {
      const url = new URL(settings.redirectUri);
      url.search = callback.search;
      const tokens = await openid
        .authorizationCodeGrant(configuration, url, { pkceCodeVerifier: codeVerifier, expectedState: state })
        .catch(fail);
      const get = <Answer>(path: string) =>
        getJson<Answer>(configuration, tokens.access_token, `${api}${path}`);
      const [user, emails] = await Promise.all([
        get<GithubUser>('/user'),
        get<GithubEmail[]>('/user/emails'),
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
  if (isLoopback(new URL(settings.url).hostname)) openid.allowInsecureRequests(configuration);
  return configuration;
}

async function getJson<Answer>(
  configuration: openid.Configuration,
  accessToken: string,
  url: string,
): Promise<Answer> {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'solostead' });
  const response = await openid
    .fetchProtectedResource(configuration, accessToken, new URL(url), 'GET', undefined, headers)
    .catch(fail);
  if (!response.ok) throw new ProviderFailure(`${new URL(url).pathname} answered ${response.status}`);
  return (await response.json()) as Answer;
}

function fail(error: unknown): never {
  throw new ProviderFailure((error as Error).message, { cause: error });
}
