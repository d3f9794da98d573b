import { UserError } from './user-error.ts';

/** The target of a PostgreSQL URL. */
export type ConnectionTargets = Readonly<ReturnType<typeof connectionTargets>>;

/** The timeout of one attempt without connect_timeout. It is shorter where the URL names other hosts. */
const timeoutsMs = { one: 10_000, several: 3_000 };

/** Scheme, user and password up to the last '@', hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)((?:[/?#].*)?)$/is;

/** A name, an address, or an IPv6 address in brackets, each with or without a port. */
const HOST = /^(\[[0-9a-f:.]+(?:%[^\]]*)?\]|[^:[\]]*)(?::(\d*))?$/i;

/**
 * Parses the URL of a PostgreSQL as libpq and psql do (PostgreSQL manual, "Connection URIs"). It supports several
 * hosts with commas between them, each with or without a port, and the parameters host, port, connect_timeout,
 * target_session_attrs, load_balance_hosts and sslmode. `name` is the URL's name in errors.
 * @throws UserError for what cannot be understood, and for a wish for a standby
 */
export function connectionTargets(value: string, name = 'DATABASE_URL') {
  const [, scheme, user, authority = '', rest] = PARTS.exec(value) ?? [];
  const path = URL.parse(`http://host${rest}`);
  if (scheme === undefined || !path) throw malformed(name);
  const { searchParams } = path;
  const hosts = hostsOf(authority, searchParams, name);
  refuseWrongWishes(searchParams, name);
  const timeoutMs = timeoutOf(searchParams, name);
  const isRandom = searchParams.get('load_balance_hosts') === 'random';
  const isOne = hosts.length === 1;
  const urls = hosts.map(({ host, port }) => {
    if (isOne) return value;
    const url = new URL(path);
    // Parameters can be socket paths, too.
    url.searchParams.set('host', host);
    url.searchParams.set('port', port || '5432');
    return `${scheme}${user}localhost${url.pathname}${url.search}`;
  });
  if (!urls.every((url) => URL.canParse(url))) throw malformed(name);
  return {
    /** A URL for the driver for each host, in the order of the URL. */
    urls: urls.map(withSslmode),
    /** True if connections start at a random host (libpq's load_balance_hosts=random). */
    isRandom,
    /** The timeout of one attempt at one host, in milliseconds. */
    timeoutMs: timeoutMs ?? timeoutsMs[isOne ? 'one' : 'several'],
  };
}

/** Returns true if the text is meant as the URL of a PostgreSQL, however wrong it may be. */
export const isPostgresUrl = (text: string): boolean => PARTS.test(text);

/** Parameters override the authority. A single port applies to all hosts. PostgreSQL's default port is ''. */
function hostsOf(authority: string, parameters: URLSearchParams, name: string) {
  const written = authority.split(',').map((each) => HOST.exec(each));
  if (written.some((each) => each === null)) throw malformed(name);
  const hosts = parameters.getAll('host').at(-1)?.split(',') ?? written.map((each) => each![1]!);
  const ports = parameters.getAll('port').at(-1)?.split(',') ?? written.map((each) => each![2] ?? '');
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new UserError(
      `${name} names ${hosts.length} hosts and ${ports.length} ports: name one port for each.`,
    );
  }
  const wrong = ports.find((port) => port !== '' && !(/^\d{1,5}$/.test(port) && +port > 0 && +port < 65_536));
  if (wrong !== undefined) throw new UserError(`${name} names the port ${wrong}: ports are from 1 to 65535.`);
  if (hosts.length > 1 && hosts.includes('')) {
    throw new UserError(`${name} names several hosts, one of them by nothing: name each.`);
  }
  return hosts.map((host, index) => ({
    host: host.replace(/^\[(.+)\]$/, '$1'),
    port: ports[ports.length > 1 ? index : 0]!,
  }));
}

/** Refuses target_session_attrs for standbys, because the server writes. All other values mean the same. */
function refuseWrongWishes(parameters: URLSearchParams, name: string): void {
  const wanted = parameters.get('target_session_attrs') ?? 'any';
  if (['standby', 'read-only', 'prefer-standby'].includes(wanted)) {
    throw new UserError(
      `${name} asks for target_session_attrs=${wanted}, but the server writes: leave it out, or ask for read-write.`,
    );
  }
  refuseUnknown(name, 'target_session_attrs', wanted, ['any', 'read-write', 'primary']);
  refuseUnknown(name, 'load_balance_hosts', parameters.get('load_balance_hosts') ?? 'disable', [
    'disable',
    'random',
  ]);
}

function refuseUnknown(name: string, parameter: string, value: string, known: readonly string[]): void {
  if (known.includes(value)) return;
  throw new UserError(`${name} says ${parameter}=${value}: it must be ${known.join(' or ')}.`);
}

/** Null without a value, or for the 0 that libpq treats as none. */
function timeoutOf(parameters: URLSearchParams, name: string): number | null {
  const value = parameters.get('connect_timeout') ?? '0';
  if (/^\d{1,4}$/.test(value)) return Number(value) * 1000 || null;
  throw new UserError(`${name} says connect_timeout=${value}: it must be a number of seconds.`);
}

/** Our driver takes `require` and `verify-ca` for `verify-full` unless asked, and refuses servers' own certificates. */
function withSslmode(value: string): string {
  const url = new URL(value);
  const { searchParams } = url;
  if (!searchParams.has('sslmode') || searchParams.has('uselibpqcompat')) return value;
  // It can encrypt or not, but not try one and then the other.
  if (searchParams.get('sslmode') === 'allow') searchParams.set('sslmode', 'disable');
  searchParams.set('uselibpqcompat', 'true');
  return url.href;
}

const malformed = (name: string): UserError =>
  new UserError(`${name} must be a PostgreSQL URL such as postgres://user:password@host:5432/name.`);
