/** Sign-in methods whose names are not their ids in config.toml. */
const names: Readonly<Record<string, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  sso: 'Your company',
  web3: 'Wallet',
};

/** Returns the common name of a way to sign in, by its id in config.toml or in an identity (`sso:` and a number). */
export function providerName(provider: string): string {
  const [id = ''] = provider.split(':');
  return names[id] ?? id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ');
}
