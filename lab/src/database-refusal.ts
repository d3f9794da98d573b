import { DatabaseError } from 'pg';
import { isRefusalCode, type RefusalCode } from '@solostead/contract/refusals';
import { UserError } from '@solostead/server/commands';

export interface DatabaseRefusal {
  readonly code: RefusalCode;
  /** A sentence for people. */
  readonly message: string;
}

/** Returns the refusal of a caller's mistake (`private.refuse`), or null for any other error. */
export function databaseRefusal(error: unknown): DatabaseRefusal | null {
  if (!(error instanceof DatabaseError) || error.code !== 'PGRST') return null;
  const { code, message } = JSON.parse(error.message) as { code: unknown; message: string };
  return isRefusalCode(code) ? { code, message } : null;
}

/** Throws a refusal of the database as a sentence for the operator, and any other error unchanged. */
export function throwForOperator(error: unknown): never {
  const refusal = databaseRefusal(error);
  throw refusal ? new UserError(refusal.message) : error;
}
