import type { FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { applicationHeaders } from '../../../supabase/functions/_shared/contract/headers.ts';
import { type Database, isOutage } from '../../../server/src/database/database.ts';
import type { AroundExecution } from '../../../server/src/extension.ts';
import { networkOf } from '../../../server/src/network.ts';
import { TooManyRequests } from '../../../server/src/gateway/refusals.ts';
import { FairQueue, QueueRefusal } from '../../../server/src/queue/fair-queue.ts';

type ParsedRequest = Parameters<AroundExecution>[1];

/** The number of applications of one address that may wait. Further ones are refused with Retry-After. */
const MAX_WAITING = 100;

/**
 * Inserts the applications of one address one after the other. It counts those that a rule of the table refused
 * before the next begins, because their own transaction took the count back. So a caller who tries to find out which
 * addresses have applied is limited too, also with parallel requests. Only the caller's address is counted, because
 * the content of a refused application may be another person's.
 */
export function limitApplicationAttempts(owner: Pick<Database, 'query'>): AroundExecution {
  const perNetwork = { running: 1, waiting: MAX_WAITING };
  const queue = new FairQueue({ running: Infinity, waiting: Infinity, perNetwork });
  return async (request, parsed, insert) => {
    const { claims, address } = request.caller;
    if (!isApplication(parsed) || claims.role === 'service_role') return insert();
    const countedInsert = async () => {
      try {
        return await insert();
      } catch (error) {
        if (isRefusedByTable(error)) await count(request);
        throw error;
      }
    };
    const network = networkOf(address);
    return queue.run({ network, caller: network }, countedInsert).catch((error: unknown) => {
      throw error instanceof QueueRefusal ? tooMany() : error;
    });
  };

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

/** A duplicate, a value against a rule, a value that is missing (SQLSTATE class 23). */
const isRefusedByTable = (error: unknown) =>
  error instanceof DatabaseError && error.code?.startsWith('23') === true;

const tooMany = () =>
  new TooManyRequests(
    'too_many_applications',
    'Too many applications came from your network. Please try again in 2 seconds.',
    2,
  );
