import type { QualifiedName } from '../catalogue/catalogue.ts';
import * as errors from '../errors.ts';
import { type MediaType, parseAccept } from './media.ts';
import { parsePayload, type Payload } from './payload.ts';
import { parsePreferences, type Preferences } from './preferences.ts';
import { parseQuery, type Query } from './query.ts';
import { everyRow, parseRangeHeader, type RowRange } from './range.ts';

/** A request as received. Header names are lower case, the path is relative to the service's prefix. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The client's request, before we know if the database can serve it. */
export interface ApiRequest extends RequestHead {
  readonly payload: Payload | null;
}

/** The request without its body, which many requests have in common. */
export interface RequestHead {
  readonly action: 'read' | 'create' | 'update' | 'delete' | 'call';
  readonly method: string;
  readonly target: QualifiedName;
  readonly query: Query;
  readonly preferences: Preferences;
  readonly accept: readonly MediaType[];
  /** From the Range header. */
  readonly range: RowRange;
  /** True if the answer names the schema. */
  readonly namesSchema: boolean;
}

/** Parses the request as far as that is possible without its body and without the catalogue. */
export function parseHead(raw: RawRequest, schemas: readonly string[]): RequestHead {
  const { action, name } = intent(raw);
  const isRead = isReading(raw);
  const { schema, namesSchema } = parseProfile(raw, schemas);
  const query = parseQuery(raw.query, action === 'call' && isRead);
  return {
    action,
    method: raw.method,
    target: { schema, name },
    query,
    preferences: parsePreferences(header(raw, 'prefer') ?? ''),
    accept: parseAccept(header(raw, 'accept')),
    // RFC 9110, 14.2: the header means something to GET alone.
    range: raw.method === 'GET' ? parseRangeHeader(header(raw, 'range')) : everyRow,
    namesSchema,
  };
}

/** Returns true if the request is for the description of the API. */
export const isForRoot = ({ path }: RawRequest) => path === '' || path === '/';

/** The schema that the description is asked for, and the formats that are taken. */
export function parseRoot(raw: RawRequest, schemas: readonly string[]) {
  if (!isReading(raw)) throw errors.unsupportedMethod(raw.method);
  return { ...parseProfile(raw, schemas), accept: parseAccept(header(raw, 'accept')) };
}

const isReading = ({ method }: RawRequest) => method === 'GET' || method === 'HEAD';

function parseProfile(raw: RawRequest, schemas: readonly string[]): { schema: string; namesSchema: boolean } {
  const isWrite = ['POST', 'PATCH', 'PUT', 'DELETE'].includes(raw.method);
  const profile = header(raw, isWrite ? 'content-profile' : 'accept-profile');
  const schema = profile ?? schemas[0] ?? 'public';
  if (!schemas.includes(schema)) throw errors.unacceptableSchema(schema, schemas);
  return { schema, namesSchema: profile !== undefined || schemas.length > 1 };
}

export function parseBody({ action, method, query }: RequestHead, raw: RawRequest): Payload | null {
  if (method === 'GET' || method === 'HEAD' || action === 'delete') return null;
  return parsePayload(raw.body, header(raw, 'content-type'), query.columns, action === 'call');
}

/** All that decides what a head means, as one key. */
export function headKey(raw: RawRequest): string {
  const deciding = ['accept', 'prefer', 'accept-profile', 'content-profile', 'range'];
  // An empty header means something else than none, and no header contains a null character.
  return [raw.method, raw.path, raw.query, ...deciding.map((name) => header(raw, name) ?? '\0')].join('\n');
}

/** Parses the subject of OPTIONS, a function or a relation. */
export function parseSubject(raw: RawRequest, schemas: readonly string[]) {
  const { isCall, name } = subject(raw);
  return { isCall, name: { schema: parseProfile(raw, schemas).schema, name } };
}

/** The refusal of a method that nothing here takes. */
export function refusedMethod(raw: RawRequest): errors.RestError {
  const isCall = !isForRoot(raw) && subject(raw).isCall;
  return isCall ? errors.invalidRpcMethod(raw.method) : errors.unsupportedMethod(raw.method);
}

function intent(raw: RawRequest): Pick<RequestHead, 'action'> & { name: string } {
  const { isCall, name } = subject(raw);
  const action = isCall ? callActions[raw.method] : tableActions[raw.method];
  if (!action) throw refusedMethod(raw);
  return { action, name };
}

function subject({ path }: RawRequest): { isCall: boolean; name: string } {
  const parts = path.split('/').slice(1).map(decodePart);
  const [first = '', second = ''] = parts;
  if (first === 'rpc' && parts.length === 2 && second !== '') return { isCall: true, name: second };
  if (parts.length !== 1 || first === '') throw errors.invalidPath();
  return { isCall: false, name: first };
}

const callActions: Readonly<Record<string, 'call'>> = { GET: 'call', HEAD: 'call', POST: 'call' };

const tableActions: Readonly<Record<string, RequestHead['action']>> = {
  GET: 'read',
  HEAD: 'read',
  POST: 'create',
  PUT: 'create',
  PATCH: 'update',
  DELETE: 'delete',
};

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw errors.invalidPath();
  }
}

function header({ headers }: RawRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
