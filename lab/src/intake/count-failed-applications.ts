import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../../server/src/database/database.ts';

/**
 * Counts applications that were refused as duplicates. Their transaction took its own count back, and whoever tries
 * out which addresses have applied must be braked too (migration brake_applications).
 */
export function countFailedApplications(owner: Pick<Database, 'query'>, log: FastifyBaseLogger) {
  return async (request: FastifyRequest, reply: FastifyReply, answer: unknown): Promise<void> => {
    // By what was answered, for one address has many spellings.
    if (
      reply.statusCode !== 409 ||
      !/"applications_(email|linkedin)_key/.test(String(answer).replaceAll('\\', ''))
    )
      return;
    const proof = request.headers['x-application-proof'] ?? null;
    for (const email of emailsIn(request.body)) {
      await owner
        .query('select private.count_failed_application($1, $2, $3)', [request.caller.address, email, proof])
        .catch((error: unknown) => log.warn({ err: error }, 'a failed application was not counted'));
    }
  };
}

/** The addresses of an INSERT's body, one row or many; what cannot be read was never a duplicate. */
function emailsIn(body: unknown): (string | null)[] {
  try {
    const rows = [JSON.parse(String(body)) as unknown].flat().slice(0, 100);
    return rows.map((row) => {
      const email = (row as { email?: unknown } | null)?.email;
      return typeof email === 'string' ? email : null;
    });
  } catch {
    return [null];
  }
}
