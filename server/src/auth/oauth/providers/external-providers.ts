import type { ExternalEntry } from '../../../configuration/config-toml/auth.ts';
import { wrongSetting } from '../../../configuration/config-toml/read-config-toml.ts';
import {
  externalProvider,
  hasOwnApi,
  type ExternalProviderSettings,
  type OwnApi,
} from './external-settings.rules.ts';
import type { ExternalProvider } from './external-provider.ts';

/** An enabled provider with its settings, code flow and ID tokens. All but those of `flows` speak OpenID Connect. */
export type EnabledProvider = Awaited<ReturnType<typeof enable>>;

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
export async function externalProviders(
  entries: Readonly<Record<string, ExternalEntry>>,
  callbackUrl: string,
): Promise<ReadonlyMap<string, EnabledProvider>> {
  const enabled = Object.entries(entries).filter(([, entry]) => entry.enabled);
  const providers = enabled.map(async ([name, entry]) => {
    const provider = externalProvider(name, entry, callbackUrl);
    if (typeof provider === 'string') throw wrongSetting(`auth.external.${name}`, provider);
    return [name, await enable(provider)] as const;
  });
  return new Map(await Promise.all(providers));
}

const flows: Readonly<
  Record<OwnApi, () => Promise<(settings: ExternalProviderSettings) => ExternalProvider>>
> = {
  github: async () => (await import('./github-provider.ts')).githubProvider,
};

/** Loads the libraries, which a server without providers does not need. */
async function enable(settings: ExternalProviderSettings) {
  const { name } = settings;
  if (hasOwnApi(name)) return { settings, flow: (await flows[name]())(settings), verifyIdToken: null };
  const { openIdProvider } = await import('./openid-provider.ts');
  const { idTokenVerifier } = await import('./id-token-verifier.ts');
  return { settings, flow: openIdProvider(settings), verifyIdToken: idTokenVerifier(settings.url) };
}
