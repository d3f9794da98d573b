import { filledIn, type DetailArguments } from '../gateway/listed-errors.ts';
import { foreignCode, type ForeignCode, type RestErrorCode, restErrors } from './error-codes.ts';

/** The body of every error this service answers, as PostgREST shapes it. */
interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly hint: string | null;
}

/** The parts of a refusal next to its code and message. */
interface More {
  readonly details?: unknown;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refused request. Any stage may throw it, and only respond/render-error.ts renders it. */
export class RestError extends Error {
  override name = 'RestError';
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: RestErrorCode | ForeignCode, message: string, more: More = {}) {
    super(message);
    this.status = status;
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null };
    this.headers = more.headers ?? {};
  }
}

/** Returns the refusal of a listed code. */
export function restError<Code extends RestErrorCode>(
  code: Code,
  ...[overrides]: DetailArguments<(typeof restErrors)[Code], More>
): RestError {
  const { status, message, extra } = filledIn<More>(restErrors[code], overrides);
  return new RestError(status, code, message, extra);
}

/** A query parameter that cannot be parsed. `column` counts from 1. */
export const unreadableParameter = (what: string, column: number, details: string) =>
  restError('PGRST100', { message: `"${what}" (line 1, column ${column})`, details });

export const invalidRpcMethod = (method: string) =>
  restError('PGRST101', { message: `Cannot use the ${method} method on RPC` });

export const invalidBody = (message: string) => restError('PGRST102', { message });

export const bodyTooLarge = () =>
  restError('PGRST102', { status: 413, message: 'Request body is too large' });

export const urlTooLong = (message: string) => restError('PGRST100', { status: 414, message });

/** `total` is the number of rows there are, where it is known. */
export const invalidRange = (details: string, total: number | null = null) =>
  restError('PGRST103', { details, headers: total === null ? {} : { 'content-range': `*/${total}` } });

export const putNotByKey = () => restError('PGRST105');

export const unacceptableSchema = (schema: string, exposed: readonly string[]) =>
  restError('PGRST106', {
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  });

export const unavailableMediaTypes = (types: readonly string[]) =>
  restError('PGRST107', { message: `None of these media types are available: ${types.join(', ')}` });

export const notEmbedded = (resource: string) =>
  restError('PGRST108', {
    message: `'${resource}' is not an embedded resource in this request`,
    hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
  });

export const invalidResponseHeaders = () => restError('PGRST111');

export const invalidResponseStatus = () => restError('PGRST112');

export const rangeOnPut = () => restError('PGRST114');

export const putOfAnotherRow = () => restError('PGRST115');

export const notSingular = (rows: number | string) =>
  restError('PGRST116', { details: `The result contains ${rows} rows` });

export const unsupportedMethod = (method: string) =>
  restError('PGRST117', { message: `Unsupported HTTP method: ${method}` });

/** Two embedded resources that would answer under one key, in PostgreSQL's words. */
export const embeddedTwice = (label: string) =>
  restError('42712', { message: `table name "${label}" specified more than once` });

export const orderNotToOne = (origin: string, target: string) =>
  restError('PGRST118', {
    message: `A related order on '${target}' is not possible`,
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });

export const unacceptableFilter = (target: string) =>
  restError('PGRST120', {
    message: `Bad operator on the '${target}' embedded resource`,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });

export const unreadableRaise = (details: string, hint: string) => restError('PGRST121', { details, hint });

export const invalidPreferences = (preferences: readonly string[]) =>
  restError('PGRST122', { details: `Invalid preferences: ${preferences.join(', ')}` });

export const aggregatesNotAllowed = () => restError('PGRST123');

export const maxAffectedExceeded = (rows: number | string) =>
  restError('PGRST124', { details: `The query affects ${rows} rows` });

export const invalidPath = () => restError('PGRST125');

export const openApiDisabled = () => restError('PGRST126');

export const notImplemented = (feature: string) => restError('PGRST127', { details: feature });

export const maxAffectedOnScalar = () => restError('PGRST128');

export const columnNotFound = (relation: string, column: string) =>
  restError('PGRST204', {
    message: `Could not find the '${column}' column of '${relation}' in the schema cache`,
  });

export const relationNotFound = (schema: string, name: string, near: string | null) =>
  restError('PGRST205', {
    message: `Could not find the table '${schema}.${name}' in the schema cache`,
    hint: near === null ? null : `Perhaps you meant the table '${schema}.${near}'`,
  });

/** Rows, or one row, larger than an answer or an embedded list may be, in the class of PostgreSQL's own limits. */
export const answerTooLarge = (bytes: string, maxBytes: string) =>
  restError('54000', {
    message: 'The answer is too large',
    details: `Its rows need up to ${bytes} bytes, at most ${maxBytes} are allowed`,
    hint: 'Ask for fewer rows or columns.',
  });

/** UPDATE or DELETE of a whole table, in the words of the extension `safeupdate`. */
export const unfilteredWrite = (command: string) =>
  restError('21000', { message: `${command} requires a WHERE clause` });

/** A value that PostgreSQL cannot make. Its own message is about memory (XX000). */
export const needsTooMuch = () => restError('54000', { message: 'The request needs too much memory' });

/** The failure is temporary. A client may retry after a second. */
const soon = { 'retry-after': '1' };
/** A privilege that the role lacks, as PostgreSQL reports it. An anonymous user may sign in to get it. */
export const permissionDenied = (what: string, role: string) => {
  const status = deniedStatus(role);
  return restError('42501', { status, message: `permission denied for ${what}`, headers: challenge(status) });
};

export const deniedStatus = (role: string) => (role === 'anon' ? 401 : 403);

/** Headers that tell a client how to authenticate (RFC 9110, 11.6.1). */
export const challenge = (status: number): Record<string, string> =>
  status === 401 ? { 'www-authenticate': 'Bearer' } : {};

export const catalogueUnavailable = () => restError('PGRST002', { headers: soon });

/** Settings of the login role that this service does not know. Ignoring them silently would be wrong. */
export const unsupportedSettings = (names: readonly string[], role: string) =>
  restError('PGRST002', {
    message: `The data API does not support ${names.map((name) => `pgrst.${name}`).join(', ')}`,
    hint: `alter role ${role} reset pgrst.${names[0]}; notify pgrst, 'reload config'`,
    headers: soon,
  });

export const databaseUnavailable = () => restError('PGRST000', { headers: soon });

/** A request that got no connection, because its caller or all callers together have too many. */
export const tooManyWaiting = (reason: 'share' | 'full') =>
  restError('PGRST003', { status: reason === 'share' ? 429 : 503, headers: soon });

/** A request whose client closed its connection while it waited. No client receives this answer. */
export const clientGone = () =>
  restError('PGRST003', { status: 499, message: 'The client has closed the connection' });

/** The database's machine has no disk, memory or connection left. Its own message may name files. */
export const databaseExhausted = (code: string) =>
  new RestError(503, foreignCode(code), 'The database has failed', { headers: soon });

/** A column that the relation does not have, in PostgreSQL's words. */
export const undefinedColumn = (relation: string, column: string, hint: string | null = null) =>
  restError('42703', { message: `column ${relation}.${column} does not exist`, hint });

export const undefinedType = (type: string) =>
  restError('42704', { message: `type "${type}" does not exist` });
