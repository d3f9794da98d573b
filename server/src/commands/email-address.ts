import { parseEmail } from '../auth/kernel/entities/address.rules.ts';
import { UsageError } from './usage-error.ts';

/** Parses an argument that is an e-mail address. @throws UsageError */
export function emailAddress(text: string): string {
  try {
    return parseEmail(text);
  } catch {
    throw new UsageError(`${text} is not an e-mail address.`);
  }
}
