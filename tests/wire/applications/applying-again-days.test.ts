import { callPage, linkedApplicant } from '../../harness/applicant-page.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { type Desk, lead } from './way-back.ts';

test.afterAll(async ({ server }) => {
  await server.sql`update public.lab_settings set time_zone = 'UTC'`;
  await server.sql('update public.lab_terms set reapply_months = 3, declined_months = 6');
});

/** A decline, with the midnight of its zone from which its applicant may apply again after three months. */
const terms = [
  ['UTC', '2025-03-31T23:59:00Z', '2025-06-30T00:00:00Z'],
  ['Pacific/Auckland', '2025-03-31T10:59:00Z', '2025-06-29T12:00:00Z'],
  ['Pacific/Auckland', '2025-03-31T11:00:00Z', '2025-06-30T12:00:00Z'],
  ['America/Los_Angeles', '2025-12-01T07:59:00Z', '2026-02-28T08:00:00Z'],
  ['America/Los_Angeles', '2025-12-01T08:00:00Z', '2026-03-01T08:00:00Z'],
  // The day begins at one o'clock, because clocks skip its midnight.
  ['America/Santiago', '2025-06-07T12:00:00Z', '2025-09-07T04:00:00Z'],
  ['Pacific/Kiritimati', '2024-11-29T10:30:00Z', '2025-02-27T10:00:00Z'],
] as const;

/** The zones of the earliest and the latest day. */
const edges = ['Pacific/Kiritimati', 'Etc/GMT+12', 'UTC', 'America/Los_Angeles'];

describe('an applicant may apply again from a day of the lab', () => {
  test('after three months by its calendar, from midnight and not before', async ({ server, owner }) => {
    const { row, id, secret } = await linkedApplicant(server);
    const desk: Desk = { server, owner, id, secret, email: row.email };
    await lead(desk, ['declined']);
    const declineAt = (zone: string, at: string | Date) =>
      Promise.all([
        server.sql`update public.lab_settings set time_zone = ${zone}`,
        server.sql`update public.application_status_periods set entered_at = ${at}
                    where application_id = ${id} and status = 'declined'`,
      ]);
    for (const [zone, at, from] of terms) {
      await declineAt(zone, at);
      const { apply_again } = (await callPage(server, '', secret)).application!;
      expect([zone, at, new Date(apply_again!.from).toISOString()]).toEqual([
        zone,
        at,
        new Date(from).toISOString(),
      ]);
    }
    // Four years, because no month is shorter then.
    await server.sql('update public.lab_terms set reapply_months = 48, declined_months = 60');
    for (const zone of edges) {
      const begin = (days: number) =>
        server.value<Date>`
          select ((now() at time zone ${zone})::date + ${days}::integer - make_interval(months => reapply_months)
                  + interval '12 hours') at time zone ${zone}
            from public.lab_terms`;
      await declineAt(zone, await begin(2));
      expect([zone, (await callPage(server, 'apply_again', secret)).outcome]).toEqual([zone, 'too_early']);
    }
    await declineAt(
      'Pacific/Kiritimati',
      await server.value<Date>`
      select (now() at time zone 'Pacific/Kiritimati')::date - make_interval(months => reapply_months)
        from public.lab_terms`,
    );
    expect((await callPage(server, 'apply_again', secret)).outcome).toBe('applied_again');
  });
});
