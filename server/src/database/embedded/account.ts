import { readFileSync, statSync } from 'node:fs';
import { UserError } from '../../user-error.ts';

/** The user PostgreSQL runs as, in numbers. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** An id that no distribution hands out, so that no other program of the machine runs under it. */
const OWN_ID = 61042;

/**
 * Returns the account that runs the cluster in `dataPath`, or null for the current one. PostgreSQL refuses to run as
 * root. For root it is the owner of the data, or for new data a separate id, which needs no entry in /etc/passwd.
 */
export function chooseAccount(dataPath: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(dataPath, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: OWN_ID, gid: OWN_ID };
}

/** Someone with an entry in /etc/passwd for `initdb`, which (unlike `postgres`) asks for its user's name. */
export function namedAccount(): Account {
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => Number(fields[2]) > 0);
  const entry = entries.find(([name]) => name === 'nobody') ?? entries[0];
  if (!entry) throw new UserError('PostgreSQL does not run as root: start as an ordinary user instead.');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}
