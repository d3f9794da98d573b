/**
 * The URL of a PostgreSQL as libpq and psql read it. Our driver takes `sslmode=require` and `verify-ca` for
 * `verify-full` unless told so, and would refuse servers whose certificate is their own.
 */
export function connectionUrl(given: string): string {
  const url = new URL(given);
  const { searchParams } = url;
  if (!searchParams.has('sslmode') || searchParams.has('uselibpqcompat')) return given;
  // It can encrypt or not, but not try one and then the other.
  if (searchParams.get('sslmode') === 'allow') searchParams.set('sslmode', 'disable');
  searchParams.set('uselibpqcompat', 'true');
  return url.href;
}
