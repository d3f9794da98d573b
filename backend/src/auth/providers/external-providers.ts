import type { ExternalProviderSettings } from '../domain/external-settings.ts';
import type { ExternalProvider } from './external-provider.ts';
import { githubProvider } from './github-provider.ts';
import { idTokenVerifier, type VerifyIdToken } from './id-token-verifier.ts';
import { openIdProvider } from './openid-provider.ts';

/** An enabled provider: how it is set up, its code flow and its ID tokens. */
export interface EnabledProvider {
  readonly settings: ExternalProviderSettings;
  readonly flow: ExternalProvider;
  /** Null: it issues no ID tokens. */
  readonly verifyIdToken: VerifyIdToken | null;
}

/** The enabled providers by name; nothing is fetched before somebody comes. */
export function externalProviders(
  settings: ReadonlyMap<string, ExternalProviderSettings>,
): ReadonlyMap<string, EnabledProvider> {
  return new Map([...settings].map(([name, provider]) => [name, enable(provider)]));
}

function enable(settings: ExternalProviderSettings): EnabledProvider {
  return settings.kind === 'github'
    ? { settings, flow: githubProvider(settings), verifyIdToken: null }
    : { settings, flow: openIdProvider(settings), verifyIdToken: idTokenVerifier(settings.url) };
}
