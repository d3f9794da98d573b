const ADDRESS_WITHOUT_SCHEME = /^[a-z0-9-]+(\.[a-z0-9-]+)+\//i;

/**
 * Adds https:// to an address typed without it. Anything else stays unchanged for the rule to judge (contract P5.5).
 */
export function completeProfile(typed: string): string {
  const address = typed.trim();
  return ADDRESS_WITHOUT_SCHEME.test(address) ? `https://${address}` : typed;
}
