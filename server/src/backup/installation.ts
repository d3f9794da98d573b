import { z } from 'zod';

/** Runs one statement on a pool or a single connection. */
export type Ask = (text: string, values?: unknown[]) => Promise<{ readonly rows: unknown[] }>;

const lineage = z.object({ id: z.guid(), former: z.array(z.guid()).readonly() });

/** The identity of a database, and of those that its rows came from. Copies of the server share it. */
export type Lineage = z.output<typeof lineage>;

export interface Installation extends Lineage {
  /** Seals the headers of backups. */
  readonly sealKey: Buffer;
}

export async function readInstallation(ask: Ask): Promise<Installation> {
  const { rows } = await ask('select id, former::text[], seal_key from solostead.installation');
  return { ...lineage.parse(rows[0]), sealKey: (rows[0] as { seal_key: Buffer }).seal_key };
}

/** Returns null for a database without an identity, as Supabase makes it. */
export async function readLineage(ask: Ask): Promise<Lineage | null> {
  const { rows } = await ask(`select to_regclass('solostead.installation') is not null as known`);
  return (rows[0] as { known: boolean }).known ? readInstallation(ask) : null;
}

/** Returns the ids whose erasures apply to the database. */
export const idsOf = ({ id, former }: Lineage): string[] => [id, ...former];

/** Records that rows of `origin` have come into the database. */
export async function inheritFrom(ask: Ask, origin: Lineage): Promise<void> {
  await ask(
    `update solostead.installation i
        set former = array(
          select distinct f.id from unnest(i.former || $1::uuid[]) f (id) where f.id <> i.id order by 1
        )`,
    [idsOf(origin)],
  );
}
