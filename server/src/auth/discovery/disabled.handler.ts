import type { Handler } from '../kernel/call.ts';
import { AuthError } from '../kernel/errors.ts';

/** Answers 404 feature_disabled, naming what is not there (contract A7.7). */
const disabled =
  (what: string): Handler =>
  async () => {
    throw new AuthError(404, 'feature_disabled', `${what} disabled`);
  };

/** Everything about being an OAuth 2.1 server for others. */
export const oauthServerDisabled = disabled('OAuth server is');

/** Providers that are kept in the database and not in config.toml. */
export const customProvidersDisabled = disabled('Custom OAuth providers are');
