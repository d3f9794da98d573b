import type { TestServer } from '../../harness/fixtures.ts';

/** Returns the figures of the overview from each row that is there or was counted when it was erased. */
export async function reckoned(server: TestServer, from: string, to: string): Promise<object> {
  const [figures] = await server.sql<object>`with rows as (
       select * from public.applications where (created_at at time zone 'UTC')::date between ${from} and ${to}
     ), times (kind, tenth) as (
       select 'review', (date_part('epoch', first_reviewed_at - created_at) / 360)::integer from rows
       union all
       select 'decision', (date_part('epoch', decided_at - created_at) / 360)::integer from rows
       union all
       select case fact when 'reviewed' then 'review' else 'decision' end, tenths_of_hours
         from private.erased_facts cross join generate_series(1, applications)
        where fact in ('reviewed', 'decided') and day between ${from} and ${to}
     ), hours as (
       select kind, jsonb_build_object(
                'count', count(tenth),
                'median', round((percentile_disc(0.5) within group (order by tenth)) / 10.0, 1),
                'ninetieth', round((percentile_disc(0.9) within group (order by tenth)) / 10.0, 1)) as figures
         from times group by kind
     )
     select (select count(*) from rows)::integer
              + coalesce((select sum(applications) from private.erased_facts where fact = 'received' and day between ${from} and ${to}), 0)::integer as total,
            (select figures from hours where kind = 'review') as to_review,
            (select figures from hours where kind = 'decision') as to_decision,
            (select count(interviewed_at) from rows)::integer
              + coalesce((select sum(applications) from private.erased_facts where fact = 'interviewed' and day between ${from} and ${to}), 0)::integer
              as reached_interview,
            (select count(accepted_at) from rows)::integer
              + coalesce((select sum(applications) from private.erased_facts where fact = 'accepted' and day between ${from} and ${to}), 0)::integer
              as reached_accepted`;
  return figures!;
}
