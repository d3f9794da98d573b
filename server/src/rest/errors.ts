/** The body of every error this service answers, as PostgREST shapes it. */
interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
  readonly hint: string | null;
}

/** A refused request. Any stage may throw it, and only respond/render-error.ts renders it. */
export class RestError extends Error {
  override name = 'RestError';
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null };
    this.headers = more.headers ?? {};
  }
}

/** A query parameter that cannot be parsed. `column` counts from 1. */
export const unreadableParameter = (what: string, column: number, details: string) =>
  new RestError(400, 'PGRST100', `"${what}" (line 1, column ${column})`, { details });

export const computedTooOften = (name: string, most: number) =>
  new RestError(400, 'PGRST100', `The computed column "${name}" may be selected at most ${most} times`);

export const invalidRpcMethod = (method: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);

export const invalidBody = (message: string) => new RestError(400, 'PGRST102', message);

export const bodyTooLarge = () => new RestError(413, 'PGRST102', 'Request body is too large');

export const urlTooLong = (message: string) => new RestError(414, 'PGRST100', message);

/** `total` is the number of rows there are, where it is known. */
export const invalidRange = (details: string, total: number | null = null) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details,
    headers: total === null ? {} : { 'content-range': `*/${total}` },
  });

export const putNotByKey = () =>
  new RestError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators");

export const unacceptableSchema = (schema: string, exposed: readonly string[]) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  });

export const unavailableMediaTypes = (types: readonly string[]) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${types.join(', ')}`);

export const notEmbedded = (resource: string) =>
  new RestError(400, 'PGRST108', `'${resource}' is not an embedded resource in this request`, {
    hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
  });

export const invalidResponseHeaders = () =>
  new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  );

export const invalidResponseStatus = () =>
  new RestError(500, 'PGRST112', 'response.status guc must be a valid status code');

export const rangeOnPut = () =>
  new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT');

export const putOfAnotherRow = () =>
  new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)');

export const notSingular = (rows: number | string) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });

export const unsupportedMethod = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`);

/** Two embedded resources that would answer under one key, in PostgreSQL's words. */
export const embeddedTwice = (label: string) =>
  new RestError(400, '42712', `table name "${label}" specified more than once`);

export const orderNotToOne = (origin: string, target: string) =>
  new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });

export const unacceptableFilter = (target: string) =>
  new RestError(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });

export const unreadableRaise = (details: string, hint: string) =>
  new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
    details,
    hint,
  });

export const invalidPreferences = (preferences: readonly string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  });

export const aggregatesNotAllowed = () =>
  new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed');

export const maxAffectedExceeded = (rows: number | string) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  });

export const invalidPath = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL');

export const openApiDisabled = () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled');

export const notImplemented = (feature: string) =>
  new RestError(400, 'PGRST127', 'Feature not implemented', { details: feature });

export const maxAffectedOnScalar = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  );

export const columnNotFound = (relation: string, column: string) =>
  new RestError(
    400,
    'PGRST204',
    `Could not find the '${column}' column of '${relation}' in the schema cache`,
  );

export const relationNotFound = (schema: string, name: string, near: string | null) =>
  new RestError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: near === null ? null : `Perhaps you meant the table '${schema}.${near}'`,
  });

/** Rows, or one row, larger than an answer or an embedded list may be, in the class of PostgreSQL's own limits. */
export const answerTooLarge = (bytes: string, maxBytes: string) =>
  new RestError(400, '54000', 'The answer is too large', {
    details: `Its rows need up to ${bytes} bytes, at most ${maxBytes} are allowed`,
    hint: 'Ask for fewer rows or columns.',
  });

/** UPDATE or DELETE of a whole table, in the words of the extension `safeupdate`. */
export const unfilteredWrite = (command: string) =>
  new RestError(400, '21000', `${command} requires a WHERE clause`);

/** A value that PostgreSQL cannot make. Its own message is about memory (XX000). */
export const needsTooMuch = () => new RestError(400, '54000', 'The request needs too much memory');

/** The failure is temporary. A client may retry after a second. */
const soon = { 'retry-after': '1' };
/** A privilege that the role lacks, as PostgreSQL reports it. An anonymous user may sign in to get it. */
export const permissionDenied = (what: string, role: string) => {
  const status = deniedStatus(role);
  return new RestError(status, '42501', `permission denied for ${what}`, { headers: challenge(status) });
};

export const deniedStatus = (role: string) => (role === 'anon' ? 401 : 403);

/** Headers that tell a client how to authenticate (RFC 9110, 11.6.1). */
export const challenge = (status: number): Record<string, string> =>
  status === 401 ? { 'www-authenticate': 'Bearer' } : {};

export const catalogueUnavailable = () =>
  new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
    headers: soon,
  });

/** Settings of the login role that this service does not know. Ignoring them silently would be wrong. */
export const unsupportedSettings = (names: readonly string[], role: string) =>
  new RestError(
    503,
    'PGRST002',
    `The data API does not support ${names.map((name) => `pgrst.${name}`).join(', ')}`,
    {
      hint: `alter role ${role} reset pgrst.${names[0]}; notify pgrst, 'reload config'`,
      headers: soon,
    },
  );

export const databaseUnavailable = () =>
  new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.', { headers: soon });

/** A request that got no connection, because its caller or all callers together have too many. */
export const tooManyWaiting = (reason: 'share' | 'full') =>
  new RestError(reason === 'share' ? 429 : 503, 'PGRST003', 'Too many requests wait for a connection', {
    headers: soon,
  });

/** A request whose client closed its connection while it waited. No client receives this answer. */
export const clientGone = () => new RestError(499, 'PGRST003', 'The client has closed the connection');

/** The database's machine has no disk, memory or connection left. Its own message may name files. */
export const databaseExhausted = (code: string) =>
  new RestError(503, code, 'The database has failed', { headers: soon });

/** A column that the relation does not have, in PostgreSQL's words. */
export const undefinedColumn = (relation: string, column: string, hint: string | null = null) =>
  new RestError(400, '42703', `column ${relation}.${column} does not exist`, { hint });

export const undefinedType = (type: string) => new RestError(400, '42704', `type "${type}" does not exist`);
