import { UsageError } from './usage-error.ts';

/**
 * Parses the value of an option or argument, a whole number from 1 to 999,999,999.
 * @throws UsageError for other text
 */
export function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${name} takes a whole number.`);
  return Number(text);
}
