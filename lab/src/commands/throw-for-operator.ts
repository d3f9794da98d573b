import { UserError } from '@solostead/server/commands';
import { databaseRefusal } from '../database-refusal.ts';

/** Throws a refusal of the database as a sentence for the operator, and any other error unchanged. */
export function throwForOperator(error: unknown): never {
  const refusal = databaseRefusal(error);
  throw refusal ? new UserError(refusal.message) : error;
}
