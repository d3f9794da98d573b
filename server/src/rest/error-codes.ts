import type { ListedError } from '../gateway/listed-errors.ts';

/**
 * Every code that the data API answers with itself, in PostgREST's words. A refusal by the database keeps its SQLSTATE
 * and message. server/docs/error-codes.md is generated from it.
 */
export const restErrors = {
  PGRST000: { statuses: [503], message: 'Database connection error. Retrying the connection.' },
  PGRST002: {
    statuses: [503],
    message: 'Could not query the database for the schema cache. Retrying.',
  },
  PGRST003: { statuses: [429, 499, 503], message: 'Too many requests wait for a connection' },
  PGRST100: { statuses: [400, 414], shows: 'which query parameter cannot be parsed' },
  PGRST101: { statuses: [405], shows: 'which method cannot call a function' },
  PGRST102: { statuses: [400, 413], shows: 'what is wrong with the body' },
  PGRST103: { statuses: [416], message: 'Requested range not satisfiable' },
  PGRST105: {
    statuses: [405],
    message: "Filters must include all and only primary key columns with 'eq' operators",
  },
  PGRST106: { statuses: [406], shows: 'which schema is not exposed' },
  PGRST107: { statuses: [406], shows: 'which media types are not available' },
  PGRST108: { statuses: [400], shows: 'which resource is not embedded' },
  PGRST111: {
    statuses: [500],
    message:
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  },
  PGRST112: { statuses: [500], message: 'response.status guc must be a valid status code' },
  PGRST114: {
    statuses: [400],
    message: 'limit/offset querystring parameters are not allowed for PUT',
  },
  PGRST115: {
    statuses: [400],
    message: 'Payload values do not match URL in primary key column(s)',
  },
  PGRST116: { statuses: [406], message: 'Cannot coerce the result to a single JSON object' },
  PGRST117: { statuses: [405], shows: 'which HTTP method is not supported' },
  PGRST118: { statuses: [400], shows: 'by which resource rows cannot be ordered' },
  PGRST120: { statuses: [400], shows: 'which embedded resource has a bad operator' },
  PGRST121: { statuses: [500], message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error` },
  PGRST122: { statuses: [400], message: 'Invalid preferences given with handling=strict' },
  PGRST123: { statuses: [400], message: 'Use of aggregate functions is not allowed' },
  PGRST124: {
    statuses: [400],
    message: 'Query result exceeds max-affected preference constraint',
  },
  PGRST125: { statuses: [404], message: 'Invalid path specified in request URL' },
  PGRST126: { statuses: [404], message: 'Root endpoint metadata is disabled' },
  PGRST127: { statuses: [400], message: 'Feature not implemented' },
  PGRST128: {
    statuses: [400],
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  },
  PGRST200: { statuses: [400], shows: 'between which resources there is no relationship' },
  PGRST201: { statuses: [300], shows: 'between which resources there are several relationships' },
  PGRST202: { statuses: [404], shows: 'which function was not found' },
  PGRST203: { statuses: [300], shows: 'between which functions the arguments do not decide' },
  PGRST204: { statuses: [400], shows: 'which column was not found' },
  PGRST205: { statuses: [404], shows: 'which table was not found' },
  PGRST301: { statuses: [401], shows: 'why the token cannot be read' },
  PGRST303: { statuses: [401], shows: 'which claim of the token is wrong' },
  PGRSTX00: { statuses: [500], message: 'Internal error' },
  '21000': { statuses: [400], shows: 'which command lacks a filter' },
  '42501': { statuses: [401, 403], shows: 'for what the role lacks the privilege' },
  '42703': { statuses: [400], shows: 'which column does not exist' },
  '42704': { statuses: [400], shows: 'which type does not exist' },
  '42712': { statuses: [400], shows: 'which name is embedded twice' },
  '54000': { statuses: [400], shows: 'what is too large' },
} as const satisfies Record<string, ListedError>;

export type RestErrorCode = keyof typeof restErrors;

/** A code that others chose and that is passed on, as an SQLSTATE or a rate limit of an extension is. */
export type ForeignCode = string & { readonly isForeign: true };

export const foreignCode = (code: string): ForeignCode => code as ForeignCode;
