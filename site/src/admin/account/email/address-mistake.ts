export const ADDRESS_NEEDED = 'Please enter an email address.';

/** Returns why the account's address cannot be changed to `wanted`, or null. */
export function addressMistake(wanted: string, present: string): string | null {
  if (!/^[^\s@]+@[^\s@]+$/.test(wanted)) return ADDRESS_NEEDED;
  return wanted.toLowerCase() === present.toLowerCase() ? 'This is your address already.' : null;
}
