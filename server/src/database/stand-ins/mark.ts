/** The comment on each object of a stand-in, by which the data API and backups leave it out. */
export const MARK = 'Stand-in of this server for an extension or a service of Supabase';

/** An SQL condition: the relation or function with this id is no stand-in. */
export const isNoStandIn = (id: string, catalogue: 'pg_class' | 'pg_proc'): string =>
  `pg_catalog.obj_description(${id}, '${catalogue}') is distinct from '${MARK}'`;
