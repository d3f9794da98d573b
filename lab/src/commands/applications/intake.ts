import { DatabaseError } from 'pg';
import type { Database } from '../../../../server/src/database/database.ts';
import { UsageError } from '../../../../server/src/commands/usage-error.ts';
import { UserError } from '../../../../server/src/user-error.ts';

/** A day as it is typed, YYYY-MM-DD. */
export function day(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new UsageError(`--until must be a day as 2027-01-31, and ${text} is none.`);
}

/** SQLSTATE invalid_parameter_value, whose message is for people. */
const REFUSED = '22023';

/** Closes applications until `opensOn` (null without a day), or opens them, and prints the new state. */
export async function setIntake(
  database: Database,
  isClosed: boolean,
  opensOn: string | null,
): Promise<void> {
  const { rows } = await database
    .query<{ untold: number }>(
      `select (select count(*)::int from private.opening_requests where confirmed_at is not null) as untold
         from private.set_intake($1, $2)`,
      [isClosed, opensOn],
    )
    .catch((error: unknown) => {
      throw error instanceof DatabaseError && error.code === REFUSED ? new UserError(error.message) : error;
    });
  const untold = rows[0]!.untold;
  const people = `${untold} ${untold === 1 ? 'address' : 'addresses'}`;
  if (!isClosed) console.log(`Applications are open. The running server tells ${people}.`);
  else if (opensOn) console.log(`Applications are closed until ${opensOn}; ${people} will be told then.`);
  else console.log(`Applications are closed until they are opened again; ${people} will be told then.`);
}
