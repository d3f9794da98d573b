/** Returns 'Security key', or 'Security key 2' if the account has one, because names are unique. */
export function freeName(base: string, taken: readonly string[]): string {
  const candidates = [base, ...taken.map((_, place) => `${base} ${place + 2}`)];
  return candidates.find((name) => !taken.includes(name)) ?? base;
}
