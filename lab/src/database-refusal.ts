import { DatabaseError } from 'pg';
import { isRefusalCode, type RefusalCode } from '@solostead/contract/refusals';

export interface DatabaseRefusal {
  readonly code: RefusalCode;
  /** A sentence for people. */
  readonly message: string;
}

/** Returns the refusal of a caller's mistake (`private.refuse`), or null for any other error. */
export function databaseRefusal(error: unknown): DatabaseRefusal | null {
  if (!(error instanceof DatabaseError) || error.code !== 'PGRST') return null;
  const { code, message } = bodyOf(error.message);
  return isRefusalCode(code) ? { code, message: String(message) } : null;
}

/** Any function may raise PGRST, with any text as its body. */
function bodyOf(text: string): { readonly code?: unknown; readonly message?: unknown } {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}
