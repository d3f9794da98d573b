import { isOutage } from '../../database/database.ts';
import type { Call } from '../kernel/call.ts';
import type { AuthError } from '../kernel/errors.ts';
import { databaseFacts } from '../kernel/request/database-refusal.ts';
import { failureOf } from '../kernel/request/render-error.ts';
import type { SessionJson } from './issue-session.ts';

/** Parameters that a redirect carries to the site. */
type Values = Record<string, string>;

const encode = (values: Values): string => new URLSearchParams(values).toString();

function withQuery(target: string, values: Values): URL {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url;
}

/** The implicit flow's answer with the session in the fragment, which no server sees (contract A1.8). */
export function withSession(target: string, session: SessionJson, type: string): string {
  const url = new URL(target);
  const { provider_token, provider_refresh_token } = session;
  url.hash = encode({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    ...(provider_refresh_token && { provider_refresh_token }),
    ...(provider_token && { provider_token }),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    ...(type && { type }),
  });
  return url.href;
}

/** The PKCE flow's answer with a code that only the client that began can exchange. */
export const withCode = (target: string, code: string): string => withQuery(target, { code }).href;

/** A sentence for the user, in the fragment, and in the query too in the PKCE flow. */
export function withMessage(target: string, message: string, isPkce: boolean): string {
  const url = withQuery(target, isPkce ? { message } : {});
  url.hash = encode({ message, sb: '' });
  return url.href;
}

const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
};

/** Returns what a redirect says of a failed sign-in. An unexpected failure is logged as `what`. */
export function faultOf(call: Call, error: unknown, what: string): AuthError {
  const fault = failureOf(error, call.request);
  if (fault.status >= 500 && !isOutage(error)) {
    call.request.log.error({ err: error, ...databaseFacts(error) }, what);
  }
  return fault;
}

/** A failure, in the fragment, and in the query too where `inQuery`. */
export function withError(
  target: string,
  failure: Pick<AuthError, 'status' | 'code' | 'message'>,
  inQuery: boolean,
): string {
  const error = failure.status >= 500 ? 'server_error' : (oauthErrors[failure.status] ?? 'invalid_request');
  const values = { error, error_code: failure.code, error_description: failure.message };
  const url = withQuery(target, inQuery ? values : {});
  url.hash = encode({ ...values, sb: '' });
  return url.href;
}
