import { type Call, queryValues } from '../call.ts';
import { redirectTarget } from './redirect-target.rules.ts';

/**
 * Returns the final destination of this request's flow (contract A0.5). An invalid target is no error, because the
 * error would come after the work and reveal if a sign-up made an account. `inBody` is the `redirect_to` of a body or
 * form.
 */
export function redirectOf(call: Call, inBody?: string | null): string {
  const { headers } = call.request;
  const header = headers['redirect_to'];
  const candidates = [
    Array.isArray(header) ? header[0] : header,
    queryValues(call)['redirect_to'],
    inBody,
    headers.referer,
  ];
  return redirectTarget(candidates, call.auth.settings);
}
