import { AuthClient } from '@supabase/auth-js';
import { connection, once } from './connection.ts';
import { SESSION_KEY, sessionStore } from './session-storage.ts';
import { readSettings } from './auth-settings.ts';

/** Ways to sign in that the backend offers besides e-mail and password. */
export interface SignInMethods {
  /** Names of other services' accounts, for example `google`. */
  readonly providers: readonly string[];
  /** A company's own sign-in, found by the domain of an e-mail address. */
  readonly hasCompanies: boolean;
  readonly hasPasskeys: boolean;
}

/** Neither is an account elsewhere. */
const own = ['email', 'phone', 'anonymous_users'];

/** Reads the backend's sign-in methods once a page. They are empty if it does not answer. */
export const readSignInMethods = once(async (): Promise<SignInMethods> => {
  const settings = await readSettings();
  const external = Object.entries(settings.external ?? {});
  return {
    providers: external.filter(([name, isOn]) => isOn && !own.includes(name)).map(([name]) => name),
    hasCompanies: settings.saml_enabled === true,
    hasPasskeys: settings.passkeys_enabled === true,
  };
});

/**
 * The client for sign-ins at another service. They return a code that only this browser can exchange (PKCE), so that
 * no link signs a person in to another's account.
 */
export const pkceAuth = once(
  () =>
    new AuthClient({
      url: `${connection.url}/auth/v1`,
      headers: { apikey: connection.key },
      storage: sessionStore,
      storageKey: SESSION_KEY,
      flowType: 'pkce',
      autoRefreshToken: false,
      detectSessionInUrl: false,
    }),
);
