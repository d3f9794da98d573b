import { inspect } from 'node:util';
import { DatabaseError } from 'pg';
import { DatabaseUnavailable, PoolBusy } from './database.ts';
import { hasNoRoom } from './connections/unavailable.ts';
import { UserError } from '../configuration/user-error.ts';
import { visibleLines } from '../process/visible.ts';

/** The sentence for each failure of the file system. The path replaces `%`. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no room left on the disk of %: make some, then try again.',
  EDQUOT: 'There is no room left on the disk of %: make some, then try again.',
  EROFS: '% is on a disk that can only be read: name another place.',
  EACCES: 'This user may not open %: grant it, or name another place.',
  EPERM: 'This user may not change %: grant it, or name another place.',
  ENOENT: 'There is no file or directory %.',
  ENOTDIR: '% is a file or below one: name another place.',
  EEXIST: '% exists already and is no directory: name another place.',
  EISDIR: '% is a directory: name a file.',
  ENAMETOOLONG: 'The name % is too long: choose a shorter one.',
  ELOOP: '% is a symbolic link that points to itself.',
  EMFILE: 'Too many files are open: raise the limit (ulimit -n), then try again.',
  ENFILE: 'Too many files are open on this machine: close some programs, then try again.',
};

/** Returns a sentence for a failure that the operator can fix, or null for any other, whose stack trace helps more. */
export function sentenceFor(error: unknown): string | null {
  if (error instanceof UserError || error instanceof PoolBusy) return error.message;
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseError)
    return sentenceOfDatabase(error);
  const { code = '', syscall, path, dest, variable } = error as FileFailure;
  // Node says ENOENT of a directory that it could not make, for any reason.
  const reason =
    syscall === 'mkdir' && code === 'ENOENT'
      ? '% cannot be made where it is: name another place.'
      : syscall && reasons[code];
  if (!reason) return null;
  const sentence = reason.replace('%', dest ?? path ?? namelessFile(code));
  return variable ? sentence.replace(/another place.$/, `another place in ${variable}.`) : sentence;
}

/** A failure of the file system, perhaps with the variable that names the folder. */
type FileFailure = NodeJS.ErrnoException & { readonly dest?: string; readonly variable?: string };

/** Node names no file where a write fails. These are the folders that the server and its commands fill. */
const namelessFile = (code: string): string =>
  code === 'ENOSPC' || code === 'EDQUOT' ? 'DATA_DIR, BACKUP_DIR or the temporary folder' : 'this file';

function sentenceOfDatabase(error: DatabaseUnavailable | DatabaseError): string | null {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  if (hasNoRoom(cause)) return "There is no room left on the database's disk: make some, then try again.";
  if (error instanceof DatabaseError) return null;
  const reason = cause instanceof Error && cause.message ? ` (${cause.message})` : '';
  return `The database cannot be reached at the moment${reason}: see that it runs, then try again.`;
}

/** Prints why a program ends, as a sentence where there is one, otherwise with all details. They may quote others. */
export function printFailure(error: unknown): void {
  console.error(visibleLines(sentenceFor(error) ?? inspect(error)));
}
