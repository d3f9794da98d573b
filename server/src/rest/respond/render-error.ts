import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isOutage } from '../../database/database.ts';
import { TooManyRequests, UrlTooLong } from '../../gateway/refusals.ts';
import { foreignCode } from '../error-codes.ts';
import { bodyTooLarge, invalidBody, RestError, restError, urlTooLong } from '../errors.ts';
import { databaseError } from './database-error.ts';

/** Answers with an error. All errors of this service get their shape here. */
export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRestError(error, request);
  if (refusal.status >= 500 && ![error, (error as Error).cause].some(isOutage))
    request.log.error({ err: error }, 'a data API request failed');
  const body = JSON.stringify(refusal.body);
  reply
    .code(refusal.status)
    .headers({ ...refusal.headers, 'proxy-status': `PostgREST; error=${printable(refusal.body.code)}` })
    .header('content-type', 'application/json; charset=utf-8')
    .send(request.method === 'HEAD' ? undefined : body);
}

function asRestError(error: unknown, { caller }: FastifyRequest): RestError {
  if (error instanceof RestError) return error;
  if (error instanceof UrlTooLong) return urlTooLong(error.message);
  if (error instanceof TooManyRequests) return tooManyRequests(error);
  const ofDatabase = databaseError(error, caller.claims.role);
  if (ofDatabase) return ofDatabase;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge();
  if (statusCode !== undefined && statusCode < 500) return invalidBody((error as Error).message);
  return restError('PGRSTX00');
}

const tooManyRequests = ({ code, message, retryAfterSeconds }: TooManyRequests) =>
  new RestError(429, foreignCode(code), message, {
    details: String(retryAfterSeconds),
    headers: { 'retry-after': String(retryAfterSeconds) },
  });

const printable = (code: string) => code.replace(/[^\w-]/g, '');
