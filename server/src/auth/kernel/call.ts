import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AuthContext } from './context.ts';
import { type Account, isUuid } from './entities/account.rules.ts';
import type { SessionRow } from './entities/session.rules.ts';
import { queueOwner } from '../../gateway/queue-owner.ts';
import { networkOf, widerNetworkOf } from '../../gateway/network.ts';
import type { CallerPurpose } from './limits/limit-table.rules.ts';
import type { LimitedCaller } from './limits/limits.rules.ts';
import { textOf } from './entities/json.rules.ts';
import { authError, badJson, validationFailed } from './errors.ts';
import { readBody } from './request/json-body.ts';
import { redirectTarget } from './request/redirect-target.rules.ts';

export interface Call {
  readonly auth: AuthContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A request by the holder of a valid, living session. */
export interface SignedInCall extends Call {
  readonly account: Account;
  /** Null for tokens that name no session. */
  readonly session: SessionRow | null;
}

/** Returns the body to send as JSON. Undefined means no body. */
export type Handler<Kind extends Call = Call> = (call: Kind) => Promise<unknown>;

/** The request's body, checked. @throws AuthError 400 bad_json naming the member that is wrong. */
export function bodyOf<Schema extends z.ZodType>(call: Call, schema: Schema): z.infer<Schema> {
  const body = readBody(call.request.body);
  if (body === undefined) throw badJson('unexpected end of JSON input');
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw badJson([issue.path.join('.'), issue.message].filter(Boolean).join(': '));
}

/** Reads a body that may be left out. Returns null without one. @throws AuthError 400 bad_json */
export function optionalBodyOf<Schema extends z.ZodType>(call: Call, schema: Schema): z.infer<Schema> | null {
  return readBody(call.request.body) === undefined ? null : bodyOf(call, schema);
}

/** The query string's values, the first of each name. */
export function queryValues(call: Call): Readonly<Record<string, string>> {
  const query = call.request.query as Record<string, string | string[]>;
  return Object.fromEntries(Object.entries(query).map(([name, all]) => [name, [all].flat()[0]!]));
}

/**
 * Returns one value of the query string, the first when repeated, undefined when absent.
 * @throws AuthError 400 validation_failed for a null character, which PostgreSQL cannot store
 */
export function queryOf(call: Call, name: string): string | undefined {
  const value = queryValues(call)[name];
  if (value?.includes('\u0000')) throw validationFailed(`Invalid character in ${name}`);
  return value;
}

export const parameterOf = (call: Call, name: string): string => textOf(call.request.params, name) ?? '';

/** Returns a path parameter that must be a UUID. @throws AuthError 404 validation_failed */
export function uuidParameter(call: Call, name: string): string {
  const id = parameterOf(call, name);
  if (!isUuid(id)) throw authError('validation_failed', { status: 404, message: `${name} must be an UUID` });
  return id;
}

/** Returns the program and address that a session remembers. */
export function clientOf(call: Call): { userAgent: string | null; address: string } {
  return {
    userAgent: call.request.headers['user-agent']?.slice(0, 512) ?? null,
    address: call.request.caller.address,
  };
}

/** The caller and network by which rate limits count this request. */
export const callerOf = ({ request: { caller } }: Call): LimitedCaller => ({
  caller: networkOf(caller.address),
  network: widerNetworkOf(caller.address),
});

/** Counts one use of this endpoint. @throws AuthError 429 with Retry-After when it is one too many */
export const consumeCallerLimit = (call: Call, limit: CallerPurpose): Promise<void> =>
  call.auth.limits.consume(limit, callerOf(call), call.request.routeOptions.url);

/** Runs `task`, which hashes a secret, when this caller's turn has come. @throws AuthError 429 over_request_rate_limit */
export const hashInTurn = <Answer>(call: Call, task: () => Promise<Answer>): Promise<Answer> =>
  call.auth.hashing(queueOwner(call.request.caller), task);

export const presentTime = (call: Call): Date => new Date(call.auth.clock.now());

/**
 * Returns the final destination of this request's flow (contract A0.5). An invalid target is no error, because the
 * error would come after the work and reveal if a sign-up made an account. `inBody` is the `redirect_to` of a body or
 * form.
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
