import type { ExternalEntry } from '../../../configuration/config-toml/auth.ts';
import { wrongSetting } from '../../../configuration/config-toml/read-config-toml.ts';
import {
  externalProvider,
  hasOwnApi,
  type ExternalProviderSettings,
  type OwnApi,
} from './external-settings.rules.ts';
import type { ExternalProvider } from './external-provider.ts';
import { githubProvider } from './github-provider.ts';
import { idTokenVerifier } from './id-token-verifier.ts';
import { openIdProvider } from './openid-provider.ts';

/** An enabled provider with its settings, code flow and ID tokens. All but those of `flows` speak OpenID Connect. */
export type EnabledProvider = ReturnType<typeof enable>;

declare module '../../kernel/context.ts' {
  interface AuthContext {
    /** Enabled providers by name. */
    readonly external: ReadonlyMap<string, EnabledProvider>;
  }
}

/**
 * Returns the enabled providers by name. Nothing is fetched before the first sign-in.
 * @throws UserError naming the provider whose entry is wrong
 */
export function externalProviders(
  entries: Readonly<Record<string, ExternalEntry>>,
  callbackUrl: string,
): ReadonlyMap<string, EnabledProvider> {
  const enabled = Object.entries(entries).filter(([, entry]) => entry.enabled);
  return new Map(
    enabled.map(([name, entry]) => {
      const provider = externalProvider(name, entry, callbackUrl);
      if (typeof provider === 'string') throw wrongSetting(`auth.external.${name}`, provider);
      return [name, enable(provider)];
    }),
  );
}

const flows: Readonly<Record<OwnApi, (settings: ExternalProviderSettings) => ExternalProvider>> = {
  github: githubProvider,
};

function enable(settings: ExternalProviderSettings) {
  const { name } = settings;
  return hasOwnApi(name)
    ? { settings, flow: flows[name](settings), verifyIdToken: null }
    : { settings, flow: openIdProvider(settings), verifyIdToken: idTokenVerifier(settings.url) };
}
