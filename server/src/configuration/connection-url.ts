import { UserError } from '../user-error.ts';

/** The authority of a URL up to its last '@' may hold a password with commas in it. */
const SEVERAL_HOSTS = /^postgres(ql)?:\/\/([^/?#]*@)?[^/?#@]*,[^/?#@]*([/?#]|$)/i;

/** Whether the URL names more hosts than one before its path. */
export const isSeveralHosts = (given: string): boolean => SEVERAL_HOSTS.test(given);

/**
 * The URL of a PostgreSQL as libpq and psql read it. Our driver takes `sslmode=require` and `verify-ca` for
 * `verify-full` unless asked to, and would refuse servers whose certificate is their own.
 * @throws UserError for what libpq understands and our driver does not: several hosts, and a wish for a standby
 */
export function connectionUrl(given: string, name = 'DATABASE_URL'): string {
  if (isSeveralHosts(given)) throw severalHostsIn(name);
  const url = new URL(given);
  const { searchParams } = url;
  if (searchParams.getAll('host').length > 1 || searchParams.get('host')?.includes(',')) {
    throw severalHostsIn(name);
  }
  const wanted = searchParams.get('target_session_attrs') ?? 'any';
  if (!['any', 'read-write', 'primary'].includes(wanted)) {
    throw new UserError(
      `${name} asks for target_session_attrs=${wanted}, but the server writes: leave it out, or ask for read-write.`,
    );
  }
  if (!searchParams.has('sslmode') || searchParams.has('uselibpqcompat')) return given;
  // It can encrypt or not, but not try one and then the other.
  if (searchParams.get('sslmode') === 'allow') searchParams.set('sslmode', 'disable');
  searchParams.set('uselibpqcompat', 'true');
  return url.href;
}

const severalHostsIn = (name: string): UserError =>
  new UserError(
    `${name} names several hosts: name one, and put a proxy such as HAProxy before several, which leads to the primary.`,
  );
