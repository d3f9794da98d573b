import type { FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { AuthError, authError } from '../errors.ts';

const SAVING = 'Database error saving new user';
const UPDATING = 'Error updating user';

/** GoTrue's words for a failure of the database, mostly of a trigger of the project, by endpoint. */
const messages: Readonly<Record<string, string>> = {
  'POST /signup': SAVING,
  'POST /token': 'Database error granting user',
  'POST /token?grant_type=id_token': SAVING,
  'POST /token?grant_type=web3': SAVING,
  'GET /callback': SAVING,
  'POST /callback': SAVING,
  'POST /sso/saml/acs': SAVING,
  'POST /otp': SAVING,
  'POST /invite': SAVING,
  'POST /admin/generate_link': SAVING,
  'GET /verify': 'Error confirming user',
  'POST /verify': 'Error confirming user',
  'POST /verify/page': 'Error confirming user',
  'PUT /user': UPDATING,
  'POST /admin/users': 'Database error creating new user',
  'PUT /admin/users/:user_id': UPDATING,
  'DELETE /admin/users/:user_id': 'Database error deleting user',
};

/** SQLSTATEs by which a function of the project chooses the status of the answer. */
const STATUS = /^PT([45]\d\d)$/;

/**
 * Returns the answer to a statement that the database refused, or null for any other error. A trigger that raises
 * `PT403` answers 403 in its own words.
 */
export function databaseRefusal(error: unknown, request: FastifyRequest): AuthError | null {
  if (!(error instanceof DatabaseError)) return null;
  const status = Number(STATUS.exec(error.code ?? '')?.[1]);
  if (status) return new AuthError(status, 'unexpected_failure', error.message);
  const endpoint = `${request.method} ${(request.routeOptions.url ?? '').replace('/auth/v1', '')}`;
  const { grant_type: grant } = request.query as { grant_type?: unknown };
  const message = messages[`${endpoint}?grant_type=${String(grant)}`] ?? messages[endpoint];
  return message ? authError('unexpected_failure', { message }) : null;
}

/** Returns true if a constraint of a project's own table refused, which no request of ours may repeat. */
export const isOfProject = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code ?? '').startsWith('23') && error.schema !== 'auth';

/** SQLSTATEs whose details quote whole rows or keys. */
const QUOTES_ROWS = /^23/;

/** Returns what the log shows of a refusal, for the developer of the trigger. Rows are left out. */
export function databaseFacts(error: unknown): object {
  if (!(error instanceof DatabaseError)) return {};
  const { code, message, detail, schema, table, column, where } = error;
  const shown = QUOTES_ROWS.test(code ?? '') ? undefined : detail;
  return { database: { code, message, detail: shown, schema, table, column, where } };
}
