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

/** Reads the backend's sign-in methods. They are empty if it does not answer. */
export async function readSignInMethods(): Promise<SignInMethods> {
  const settings = await readSettings();
  const external = Object.entries(settings.external ?? {});
  return {
    providers: external.filter(([name, isOn]) => isOn && !own.includes(name)).map(([name]) => name),
    hasCompanies: settings.saml_enabled === true,
    hasPasskeys: settings.passkeys_enabled === true,
  };
}
