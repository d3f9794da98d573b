const ADDRESS_WITHOUT_SCHEME = /^[a-z0-9-]+(\.[a-z0-9-]+)+\//i;

/** Puts https:// before an address that was typed without; anything else stays as it is, for the rule to judge (contract P5.5). */
export function completeProfile(typed: string): string {
  const address = typed.trim();
  return ADDRESS_WITHOUT_SCHEME.test(address) ? `https://${address}` : typed;
}
