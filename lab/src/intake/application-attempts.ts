import type { FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { applicationHeaders } from '@solostead/contract/headers';
import { refusals } from '@solostead/contract/refusals';
import { type Database, isOutage } from '@solostead/server/database';
import {
  type AroundExecution,
  foreignCode,
  invalidPreferences,
  networkOf,
  RestError,
  TooManyRequests,
} from '@solostead/server/extension';
import { databaseRefusal } from '../database-refusal.ts';

type ParsedRequest = Parameters<AroundExecution>[1];

/** The number of applications of one address that may wait. Further ones are refused with Retry-After. */
const MAX_WAITING = 100;

/**
 * Inserts the applications of one address one after the other. It counts those that failed before the next begins,
 * because their own transaction took the count back. So a caller who tries to find out which addresses have applied is
 * limited too, also with parallel requests. Only the caller's address is counted, because the content of a refused
 * application may be another person's. A list is refused before the database compares its first row with anything.
 */
export function limitApplicationAttempts(owner: Pick<Database, 'query'>): AroundExecution {
  /** The attempts under way of each address, and the end of its last one. */
  const attempts = new Map<string, { count: number; end: Promise<unknown> }>();
  return async (request, parsed, insert) => {
    const { claims, address } = request.caller;
    if (claims.role === 'service_role') return insert();
    // It would take the counts back (pgrst.db_tx_end).
    if (parsed.preferences.transaction === 'rollback') throw invalidPreferences(['tx=rollback']);
    if (!isApplication(parsed)) return insert();
    if ((parsed.payload?.rows ?? 0) > 1) throw severalRows();
    const countedInsert = async () => {
      try {
        return await insert();
      } catch (error) {
        if (hasFailed(error)) await count(request);
        throw error;
      }
    };
    return afterOthersOf(networkOf(address), countedInsert);
  };

  /** Runs `attempt` when the earlier ones of the same address have ended. */
  async function afterOthersOf<Found>(address: string, attempt: () => Promise<Found>): Promise<Found> {
    const others = attempts.get(address) ?? { count: 0, end: Promise.resolve() };
    if (others.count > MAX_WAITING) throw tooMany();
    attempts.set(address, others);
    others.count += 1;
    const found = others.end.then(attempt);
    others.end = found.catch(() => {});
    return found.finally(() => {
      others.count -= 1;
      if (others.count === 0) attempts.delete(address);
    });
  }

  async function count({ caller, headers, log }: FastifyRequest): Promise<void> {
    const proof = headers[applicationHeaders.proof] ?? null;
    await owner
      .query('select private.count_failed_application($1, $2)', [caller.address, proof])
      .catch((error: unknown) => {
        if (!isOutage(error)) log.warn({ err: error }, 'a failed application was not counted');
      });
  }
}

const isApplication = ({ action, target }: ParsedRequest) =>
  action === 'create' && target.schema === 'public' && target.name === 'applications';

/**
 * Returns true if the database or the data API refused an application that was run, for any reason but a rate limit. One
 * that waited in vain for a connection was not run.
 */
function hasFailed(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    const refusal = databaseRefusal(error);
    return refusal === null || refusals[refusal.code] !== 429;
  }
  return error instanceof RestError && error.status < 429;
}

/** The database's own refusal of a second row (supabase/migrations/*_submissions.sql). */
const severalRows = () =>
  new RestError(
    400,
    foreignCode('23514'),
    'new rows for relation "applications" violate check constraint "applications_one_row"',
  );

const tooMany = () =>
  new TooManyRequests(
    'too_many_applications',
    'Too many applications came from your network. Please try again in 2 seconds.',
    2,
  );
