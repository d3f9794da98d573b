import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DatabaseUnavailable, isOutage } from '../../../database/database.ts';
import { isJson } from '../entities/json.rules.ts';
import { authErrors } from '../error-codes.ts';
import { AuthError, authError, OAuthError } from '../errors.ts';
import { databaseFacts, databaseRefusal, isOfProject } from './database-refusal.ts';

const API_VERSION_HEADER = 'x-supabase-api-version';
const NEW_ERRORS_SINCE = '2024-01-01';
const UNEXPECTED = authErrors.unexpected_failure.message;

/** Members of errors of Fastify and PostgreSQL. */
const thrown = z.object({
  statusCode: z.number().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  message: z.string().catch(''),
  constraint: z.string().optional().catch(undefined),
});

/** Converts any thrown value to an AuthError, including Fastify's refusals and a lost database. */
export function asAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof DatabaseUnavailable)
    return authError('unexpected_failure', { status: 503, retryAfter: 1 });
  const { statusCode, code, message, constraint } = thrown.parse(isJson(error) ? error : {});
  if (statusCode === 413) return authError('request_entity_too_large');
  // A client that went away while it sent is refused by Fastify in the connection's own words.
  const isRefusal = code?.startsWith('FST_') || code === 'ECONNRESET';
  if (isRefusal && statusCode && statusCode < 500) {
    return new AuthError(statusCode, 'validation_failed', message);
  }
  return fromPostgres(code, constraint) ?? authError('unexpected_failure');
}

/** The answer to the later of two requests for the same value, by the constraint's name. */
const takenErrors: Readonly<Record<string, () => AuthError>> = {
  users_pkey: () => authError('conflict', { message: 'A user with this id has already been registered' }),
  users_email_partial_key: () => authError('email_exists'),
  users_phone_key: () => authError('phone_exists'),
  webauthn_credentials_credential_id_key: () => authError('webauthn_credential_exists'),
  mfa_factors_user_friendly_name_unique: () => authError('mfa_factor_name_conflict'),
};

/** After a lock timeout, a deadlock or a serialization failure the caller may retry. */
function fromPostgres(code: string | undefined, constraint = ''): AuthError | null {
  if (code === '55P03' || code === '40P01' || code === '40001') {
    return authError('conflict', { message: 'Too many concurrent requests for the same session' });
  }
  if (code !== '23505') return null;
  const taken = Object.hasOwn(takenErrors, constraint) ? takenErrors[constraint] : undefined;
  return taken ? taken() : authError('conflict');
}

/** The body in the shape the client's `X-Supabase-Api-Version` asks for (contract A0.1). */
export function errorBody(error: AuthError, newShape: boolean, requestId: string): Record<string, unknown> {
  const weak = error.extra.weakPassword ? { weak_password: error.extra.weakPassword } : {};
  if (newShape) return { code: error.code, message: error.message, ...weak };
  const id = error.status >= 500 ? { error_id: requestId } : {};
  return { code: error.status, error_code: error.code, msg: error.message, ...id, ...weak };
}

/** Converts any thrown value to the answer of an endpoint, in GoTrue's words where the database refused. */
export function failureOf(error: unknown, request: FastifyRequest): AuthError {
  const failure = asAuthError(error);
  const isUnexpected = failure.status === 500 && failure.message === UNEXPECTED;
  return ((isUnexpected || isOfProject(error)) && databaseRefusal(error, request)) || failure;
}

/** Renders all failures of the auth service. */
export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof OAuthError) {
    return reply.code(400).send({ error: error.error, error_description: error.message });
  }
  const failure = failureOf(error, request);
  if (failure.status >= 500 && !isOutage(error)) {
    request.log.error({ err: error, ...databaseFacts(error) }, 'auth request failed');
  }
  const version = request.headers[API_VERSION_HEADER];
  const newShape = typeof version === 'string' && version >= NEW_ERRORS_SINCE;
  if (newShape) reply.header('X-Supabase-Api-Version', NEW_ERRORS_SINCE);
  if (failure.extra.retryAfter) reply.header('Retry-After', String(failure.extra.retryAfter));
  return reply
    .code(failure.status)
    .header('x-sb-error-code', failure.code)
    .send(errorBody(failure, newShape, request.id));
}
