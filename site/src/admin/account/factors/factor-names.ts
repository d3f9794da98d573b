/** The names of an account’s second factors are unique. */
export const NAME_IS_TAKEN = 'Another of your second factors already has this name.';

/** Returns why a factor cannot be called `name`, or undefined. */
export function nameMistake(name: string, taken: readonly string[]): string | undefined {
  if (!name) return 'Please give it a name.';
  return taken.includes(name) ? NAME_IS_TAKEN : undefined;
}

/** Returns 'Security key', or 'Security key 2' if the account has one. */
export function freeName(base: string, taken: readonly string[]): string {
  const candidates = [base, ...taken.map((_, place) => `${base} ${place + 2}`)];
  return candidates.find((name) => !taken.includes(name)) ?? base;
}
