import type { Handler } from '../kernel/call.ts';
import { AuthError } from '../kernel/errors.ts';

/** Everything about being an OAuth server for others, which we are not (contract A7.7): 404 feature_disabled. */
export const oauthServerDisabled: Handler = async () => {
  throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled');
};
