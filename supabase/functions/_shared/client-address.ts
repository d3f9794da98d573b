/** Returns the network address of a caller. Both backends' gateways write it first. */
export function clientAddress({ headers }: Request): string | null {
  return headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',')[0] ?? null;
}
