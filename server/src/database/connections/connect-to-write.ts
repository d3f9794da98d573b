import type { Client } from 'pg';
import { UserError } from '../../configuration/user-error.ts';
import { DatabaseUnavailable } from '../database.ts';
import { connect, prepareConnection } from './connect.ts';
import { isUnavailable } from './unavailable.ts';
import { whyUnreachable } from './why-unreachable.ts';

/** The database cannot be used yet, because it is away, starting, or a standby until its failover is over. */
export class NotYet extends UserError {
  override name = 'NotYet';
}

/**
 * Connects as the owner to a database that accepts writes. `name` is the URL's name in errors.
 * @throws NotYet, or UserError where waiting does not help, saying why there is none
 */
export async function connectToWrite(url: string, name = 'DATABASE_URL'): Promise<Client> {
  const client = await connect(url).catch((error: unknown) => {
    throw isUnavailable(error) && !isMissingFile(error)
      ? new NotYet(unusable(error, name))
      : new UserError(unusable(error, name));
  });
  try {
    await prepareConnection(client);
    return client;
  } catch (error) {
    await client.end();
    throw error instanceof DatabaseUnavailable
      ? new NotYet(`The database that ${name} names takes no writes (${error.message}): name the primary.`)
      : error;
  }
}

/** Files that the URL names are missing or unreadable. Waiting does not help. */
const isMissingFile = (error: unknown): boolean => {
  const { path, syscall } = error as NodeJS.ErrnoException;
  return path !== undefined && syscall === 'open';
};

/** The sentence for a database that could not be used because of `error`. */
export const unusable = (error: unknown, name: string): string =>
  `The database that ${name} names cannot be used ${whyUnreachable(error)}.`;
