/** 'Security key', and where the account has one by that name 'Security key 2': each factor has a name of its own. */
export function freeName(base: string, taken: readonly string[]): string {
  const candidates = [base, ...taken.map((_, place) => `${base} ${place + 2}`)];
  return candidates.find((name) => !taken.includes(name)) ?? base;
}
