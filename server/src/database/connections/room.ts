import type { Query } from '../database.ts';
import type { Config } from '../../configuration/config.ts';
import { MIN_CONNECTIONS, LONE_CONNECTIONS } from '../../configuration/connections.ts';

/** One of PostgreSQL's limits to the number of connections. */
interface Limit {
  /** The limit's name in a sentence, and how to raise it. */
  readonly name: string;
  readonly raise: string;
  readonly most: number;
  /** The connections that count towards it now, without the copy's own. */
  readonly open: number;
}

/** The connections that a copy opens to PostgreSQL itself. */
interface Own {
  readonly most: number;
  /** The minimum it needs. */
  readonly least: number;
}

/** A pooler in transaction mode counts the connections of requests. */
const ownConnections = ({ connections, pooler }: Pick<Config, 'connections' | 'pooler'>): Own =>
  pooler === 'session'
    ? { most: connections, least: MIN_CONNECTIONS }
    : { most: LONE_CONNECTIONS, least: LONE_CONNECTIONS };

/**
 * Compares the copy's connections plus those of others with each limit, max_connections less the reserved ones, that
 * of the role, and that of the database. `name` is the copy's session name.
 */
export async function findRoom(query: Query, config: Pick<Config, 'connections' | 'pooler'>, name: string) {
  const { rows } = await query<Limit>(LIMITS, [name]);
  return roomWithin(rows, ownConnections(config));
}

/** @see findRoom */
export function roomWithin(limits: readonly Limit[], own: Own) {
  const [nearest] = limits.toSorted((one, other) => one.most - one.open - (other.most - other.open));
  const { name, raise, most, open } = nearest!;
  const isEnough = open + own.most <= most;
  const message = `others have ${open} of ${most} connections (${name}), and this copy opens up to ${own.most}`;
  return {
    isEnough,
    /** True if a copy can work at all. */
    isLeast: open + own.least <= most,
    /** One sentence that names the nearest limit, with what to do where it is not enough. */
    message: isEnough ? message : `${message}: ${raise}, lower DATABASE_CONNECTIONS, or run fewer copies.`,
  };
}

// Of another role's sessions little more than the database and the role can be read.
const LIMITS = `
  with sessions as (
    select datid, usesysid from pg_catalog.pg_stat_activity
    where coalesce(backend_type, 'client backend') = 'client backend' and usesysid is not null
      and pid <> pg_catalog.pg_backend_pid() and application_name <> $1)
  select 'max_connections less those reserved' as name, 'raise max_connections' as raise,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as most,
    (select count(*)::int from sessions) as open
  union all
  select format('connection limit of the role %I', rolname), format('alter role %I connection limit', rolname),
    rolconnlimit, (select count(*)::int from sessions where usesysid = r.oid)
  from pg_catalog.pg_roles r where rolname = session_user and rolconnlimit >= 0 and not rolsuper
  union all
  select format('connection limit of the database %I', datname), format('alter database %I connection limit', datname),
    datconnlimit, (select count(*)::int from sessions where datid = d.oid)
  from pg_catalog.pg_database d where datname = current_database() and datconnlimit >= 0`;
