import { describe, expect, test } from '../../harness/fixtures.ts';
import { makeApplication } from '../../harness/member.ts';

test.beforeEach(({ server }) => server.sql('truncate public.applications cascade'));
test.afterAll(async ({ server }) => {
  await server.sql`update public.lab_settings set time_zone = 'UTC'`;
  await server.sql('update public.lab_terms set withdrawn_months = 1, unconfirmed_months = 1');
});

/** The end of an application and its months, with the end of its term in each zone. */
const terms = [
  // A month later by the calendar of the zone, which may have entered the next month.
  ['UTC', '2025-01-31T12:00:00Z', 1, '2025-02-28T12:00:00Z'],
  ['Pacific/Auckland', '2025-01-31T12:00:00Z', 1, '2025-02-28T12:00:00Z'],
  ['America/Los_Angeles', '2025-02-01T06:00:00Z', 1, '2025-03-01T06:00:00Z'],
  ['UTC', '2025-02-01T06:00:00Z', 1, '2025-03-01T06:00:00Z'],
  ['Pacific/Auckland', '2025-08-30T12:30:00Z', 6, '2026-02-27T11:30:00Z'],
  ['Pacific/Kiritimati', '2024-02-28T10:30:00Z', 12, '2025-02-27T10:30:00Z'],
  // Across a change of clocks, the time of the day stays.
  ['America/Los_Angeles', '2025-02-10T08:00:00Z', 1, '2025-03-10T07:00:00Z'],
  ['America/Los_Angeles', '2025-10-15T06:59:00Z', 1, '2025-11-15T07:59:00Z'],
  ['Europe/Berlin', '2025-09-26T22:30:00Z', 1, '2025-10-26T23:30:00Z'],
] as const;

describe('a term counts calendar months of the lab', () => {
  for (const outcome of ['withdrawn', 'unconfirmed'] as const)
    test.for(terms)(
      `${outcome}, %s, %s, %i months: until %s`,
      async ([zone, since, months, until], { server }) => {
        await server.sql`update public.lab_settings set time_zone = ${zone}`;
        await server.sql`update public.lab_terms set withdrawn_months = ${months}, unconfirmed_months = ${months}`;
        await makeApplication(server, 'over', {
          created_at: since,
          ...(outcome === 'withdrawn' && {
            status: 'withdrawn',
            status_changed_at: since,
            email_confirmed_at: since,
          }),
        });
        const due = await server.value<Date>`select due_at from private.expired_applications`;
        expect(due.toISOString()).toBe(new Date(until).toISOString());
      },
    );
});

test.for(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Los_Angeles', 'Europe/Berlin'])(
  'in %s, a term is over a minute after its end and not two minutes before',
  async (zone, { server }) => {
    await server.sql`update public.lab_settings set time_zone = ${zone}`;
    // Terms that do not end with a shorter month today.
    const [first, ...rest] = await server.sql<Term>`
      select months, over, not_yet
        from generate_series(1, 24) as months
       cross join lateral (
         select ((now() - interval '1 minute') at time zone ${zone}) as local, make_interval(months => months) as term
       ) ended
       cross join lateral (
         select (local - term) at time zone ${zone} as over, (local + interval '3 minutes' - term) at time zone ${zone} as not_yet
       ) since
       where ((over at time zone ${zone}) + term) at time zone ${zone} = now() - interval '1 minute'
         and ((not_yet at time zone ${zone}) + term) at time zone ${zone} = now() + interval '2 minutes'`;
    for (const { months, over, not_yet } of [first!, rest.at(-1)!]) {
      await server.sql`update public.lab_terms set unconfirmed_months = ${months}`;
      await makeApplication(server, `over-${months}`, { created_at: over });
      await makeApplication(server, `not-yet-${months}`, { created_at: not_yet });
      expect(await server.value<number>`select public.apply_retention()::integer`).toBe(1);
      expect(
        await server.column<string>`select split_part(email, '@', 1) as handle from public.applications`,
      ).toEqual([`not-yet-${months}`]);
      await server.sql('truncate public.applications cascade');
    }
  },
);

interface Term {
  readonly months: number;
  readonly over: Date;
  readonly not_yet: Date;
}
