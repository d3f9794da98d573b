import { DatabaseError } from 'pg';
import { DatabaseUnavailable, PoolBusy } from '../../database/database.ts';
import { foreignCode } from '../error-codes.ts';
import * as errors from '../errors.ts';
import { z } from 'zod';
import { jsonOrNull } from '../../configuration/json-or-null.ts';
import { headersOfSql } from './respond.ts';

/** Statuses of SQLSTATEs and their classes, the longest match first (PostgREST, "HTTP Status Codes"). */
const statuses: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '21000': 500,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53400': 500,
  '53': 503,
  // A request that is too large is the client's mistake, here and in the two below. PostgREST answers 500.
  '54': 400,
  '55000': 400,
  '55': 500,
  '57P01': 503,
  // A statement that took too long, as an expensive filter does. PostgREST answers 500.
  '57014': 400,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
};

/** Translates PostgreSQL's refusal of a request by `role` for the client. Returns null for other errors. */
export function databaseError(error: unknown, role: string): errors.RestError | null {
  if (error instanceof PoolBusy) return errors.tooManyWaiting('full');
  if (error instanceof DatabaseUnavailable) {
    const { cause } = error;
    return cause instanceof DatabaseError && cause.code?.startsWith('53')
      ? errors.databaseExhausted(cause.code)
      : errors.databaseUnavailable();
  }
  if (!(error instanceof DatabaseError)) return null;
  const { code = 'XX000', message, detail, hint } = error;
  if (code === 'PGRST') return raisedError(message, detail ?? null);
  // PostgreSQL refuses a value of more than 1 GB, such as what a regular expression may need.
  if (message.startsWith('invalid memory alloc request')) return errors.needsTooMuch();
  const status = statusOf(code, message, role);
  const headers = errors.challenge(status);
  if (isOfTheMachine(code, message))
    return new errors.RestError(status, foreignCode(code), 'The database has failed', { headers });
  return new errors.RestError(status, foreignCode(code), message, { details: detail, hint, headers });
}

/** Errors of resources, input and output or damage, whose messages may name files and sizes. */
const isOfTheMachine = (code: string, message: string): boolean =>
  /^(53|58|F0|XX)/.test(code) || /^could not .*\b(file|directory)\b/.test(message);

function statusOf(code: string, message: string, role: string): number {
  if (code === '42501') return errors.deniedStatus(role);
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400;
  if (code === '21000' && isOfTheRequest(message)) return 400;
  // `raise sqlstate 'PT402'` chooses the status itself.
  if (code.startsWith('PT')) return chosenStatus(code.slice(2));
  for (let length = code.length; length >= 2; length--) {
    const status = statuses[code.slice(0, length)];
    if (status !== undefined) return status;
  }
  return 400;
}

/** A list that upserts one row twice, or a write without a filter where the database forbids that. */
const isOfTheRequest = (message: string) =>
  message.startsWith('ON CONFLICT DO UPDATE') || message.endsWith('requires a WHERE clause');

function chosenStatus(digits: string): number {
  const status = Number(digits);
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 500;
}

const raisedMessage = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown().optional(),
  hint: z.string().nullish().catch(null),
});
const raisedDetail = z.object({ status: z.int().min(200).max(599), headers: headersOfSql });

/** Reads `raise sqlstate 'PGRST'`, whose message is the body and whose detail is status and headers, both as JSON. */
export function raisedError(message: string, detail: string | null): errors.RestError {
  const body = raisedMessage.safeParse(jsonOrNull(message)).data;
  if (!body)
    return errors.unreadableRaise(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  const answer = raisedDetail.safeParse(detail === null ? null : jsonOrNull(detail)).data;
  if (!answer)
    return errors.unreadableRaise(
      detail === null
        ? 'DETAIL is missing in the RAISE statement'
        : `Invalid JSON value for DETAIL: '${detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    );
  const { code, message: text, details = null, hint = null } = body;
  return new errors.RestError(answer.status, foreignCode(code), text, {
    details,
    hint,
    headers: answer.headers,
  });
}
