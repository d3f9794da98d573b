import { type Call, queryValues } from '../call.ts';
import { redirectTarget } from './redirect-target.rules.ts';

/**
 * Where the browser of this request's flow goes in the end (contract A0.5). What cannot be one is no error: it would come
 * after the work, and tell a sign-up that made an account from one of a known address.
 * `inBody`: the member `redirect_to` of a body or form, where a route takes one.
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
