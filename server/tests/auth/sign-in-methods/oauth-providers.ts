import { test } from 'vitest';
import { writeConfig } from '@solostead/server-testkit/servers/config';
import { startGithub, type GithubLike } from '@solostead/server-testkit/identity/github';
import { startOidcIssuer, type IssuerPerson, type OidcIssuer } from '@solostead/server-testkit/identity/oidc';
import { startServer } from '@solostead/server-testkit/servers/server';
import { Visitor } from '@solostead/server-testkit/visitor';
import { freshEmail } from '@solostead/server-testkit/auth/clients';

export { describe, expect } from 'vitest';

export type Providers = Awaited<ReturnType<typeof startProviders>>;

/** A person of the issuer whom the server does not know. */
export const person = (change: Partial<IssuerPerson> = {}): IssuerPerson => ({
  sub: crypto.randomUUID(),
  email: freshEmail(),
  email_verified: true,
  name: 'Sample Person',
  ...change,
});

/** A test with the fixture `providers`, which the files of a worker share. */
export const it = test.extend('providers', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const providers = await startProviders();
  onCleanup(providers.stop);
  return providers;
});

/** Starts a server with an OpenID issuer (as Google, and as Keycloak without addresses) and a GitHub. */
async function startProviders() {
  const [issuer, github] = await Promise.all([startOidcIssuer(), startGithub()]);
  const config = writeConfig(toml(issuer, github));
  const server = await startServer({ env: config.env });
  issuer.allowRedirect(`${server.url}/auth/v1/callback`);
  /** Returns true if an address is a page of the site. */
  const home = (url: URL) => url.origin === server.url && !url.pathname.startsWith('/auth/');
  return {
    server,
    issuer,
    github,
    home,
    /** Goes where the client sends a browser, signs in as a person there, or cancels, and comes back to the site. */
    comeBack: async (url: string, as: IssuerPerson | null): Promise<URL> => {
      issuer.signInAs(as);
      return new Visitor().follow(url, home);
    },
    /** Returns the address at which a sign-in at the issuer begins. */
    authorizeUrl: (parameters: Record<string, string> = {}): string =>
      `${server.url}/auth/v1/authorize?${new URLSearchParams({ provider: 'google', ...parameters })}`,
    stop: async () => {
      await server.stop();
      await Promise.all([issuer.stop(), github.stop()]);
      config.remove();
    },
  };
}

function toml(issuer: OidcIssuer, github: GithubLike): string {
  const provider = `enabled = true\nclient_id = "${issuer.clientId}"\nsecret = "${issuer.clientSecret}"`;
  return `
[auth]
enable_signup = true
enable_manual_linking = true
enable_anonymous_sign_ins = true
[auth.email]
enable_confirmations = true
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.external.google]
${provider}
url = "${issuer.url}"
[auth.external.keycloak]
${provider}
url = "${issuer.url}"
email_optional = true
[auth.external.workos]
enabled = true
client_id = "unreachable"
url = "http://127.0.0.1:1"
[auth.external.github]
enabled = true
client_id = "${github.clientId}"
secret = "${github.clientSecret}"
url = "${github.url}"
`;
}
