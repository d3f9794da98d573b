import { DatabaseError } from 'pg';
import { DatabaseUnavailable, PoolBusy } from '../database.ts';

/** Codes of a PostgreSQL that stops or starts. The statement may be repeated later or elsewhere. */
const passing = new Set(['57P01', '57P02', '57P03', '53300']);

/** Codes of a server out of disk, memory or another resource. The connection stays usable. */
const exhausted = new Set(['53000', '53100', '53200']);

/** PgBouncer closes a client's connection with this code for any reason, such as a missing server or a limit. */
const POOLER_ENDED = '08P01';

/** PgBouncer's messages for a client that it will never serve. */
const POOLER_REFUSED = /authentication|no such|password|not allowed|unsupported/i;

const LOST =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|There was an error establishing an SSL)/;

/** Thrown by the pool when none of its connections was released in time. */
const POOL_IS_FULL = 'timeout exceeded when trying to connect';

/** Of a socket that broke, also where TLS was about to be spoken. */
const broken = new Set(['EPIPE', 'ECONNRESET']);

/** Returns true if PostgreSQL could not be reached. Errors of the statement itself return false. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (error instanceof DatabaseError) return passing.has(error.code ?? '') || isOfPooler(error);
  if (!(error instanceof Error)) return false;
  const { syscall, path, code = '' } = error as NodeJS.ErrnoException;
  // Failures of files name a path, as those of a Unix socket do, which are about connecting.
  const isOfSocket = syscall !== undefined && (path === undefined || syscall === 'connect');
  return isOfSocket || LOST.test(error.message) || broken.has(code);
}

const isOfPooler = ({ code, severity, message }: DatabaseError): boolean =>
  code === POOLER_ENDED && severity === 'FATAL' && !POOLER_REFUSED.test(message);

/** Returns true if PostgreSQL's disk is full. */
export const hasNoRoom = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '53100';

/** Returns true if a statement was refused because it writes in a read-only place. */
export const isReadOnlyRefusal = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '25006';

/** Servers that cannot be reached or have no room for the statement become DatabaseUnavailable, a full pool PoolBusy. */
export function asPromised(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (error instanceof DatabaseError && exhausted.has(error.code ?? '')) {
    return new DatabaseUnavailable('The database has no room at the moment.', { cause: error });
  }
  if (error instanceof Error && error.message === POOL_IS_FULL)
    return new PoolBusy('All connections to the database are in use.', { cause: error });
  if (!isUnavailable(error)) return error;
  return new DatabaseUnavailable('The database cannot be reached at the moment.', { cause: error });
}
