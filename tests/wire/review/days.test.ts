import { makeApplication, type Member } from '../../harness/member.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { refusedWith } from '../../harness/refusals.ts';

test.beforeAll(({ server }) => makeApplication(server, 'of-today'));
test.afterEach(({ server }) => server.sql(`update public.lab_settings set time_zone = 'UTC'`));

/** Every call with a day. */
const callsOf = (day: string, version: number) =>
  [
    ['review_list', { filter: { from: day } }],
    ['review_count', { filter: { to: day } }],
    ['review_export', { filter: { from: day } }],
    ['review_change_many', { filter: { from: day }, change: { add_tag: 'amber' } }],
    ['review_access_log', { filter: { to: day } }],
    ['review_access_log_export', { filter: { from: day } }],
    ['review_numbers', { from_day: day, to_day: day }],
    ['review_intake_save', { seen_version: version, closed: true, opens_on: day }],
  ] as const;

test.for([
  'yesterday',
  'now',
  'infinity',
  '2026-02-30',
  '2026-00-10',
  '0000-01-01',
  '10000-01-01',
  '5874897-12-31',
  '4713-01-01 BC',
  '20261110',
  '2026-11-10T00:00',
  '11/10/2026',
  'Nov 10, 2026',
  '',
])('the day %j is refused in every filter, the numbers and the day of opening', async (day, { owner }) => {
  const { version } = await owner.call<{ version: number }>('review_intake');
  const refusal = refusedWith(
    'invalid_day',
    `"${day}" is not a day. Write it like 2027-01-31, in the years 1 to 9999.`,
  );
  for (const [name, parameters] of callsOf(day, version))
    expect([name, await owner.refusal(name, parameters)]).toMatchObject([name, refusal]);
});

test.for([
  'yesterday',
  'now',
  'infinity',
  '-infinity',
  '2026-11-10',
  '2026-11-10 09:30:00Z',
  '2026-11-10T09:30:00',
  '2026-11-10T09:30:00 PST',
  '2026-11-10T09:30:00Z ',
  '2026-11-10T09:30:00+99:00',
  '2026-02-30T09:30:00Z',
  '0000-01-01T09:30:00Z',
  '20261110T093000Z',
  '',
])('the time %j is refused for an interview and for a pasted reply', async (time, { id, owner }) => {
  const refusal = refusedWith(
    'invalid_time',
    `"${time}" is not a time. Write it like 2027-01-31T09:30:00Z, in the years 1 to 9999.`,
  );
  const calls = [
    ['review_interview_set', { application_id: id, interview_at: time }],
    ['review_reply_add', { application_id: id, body: 'Yes', received_at: time }],
  ] as const;
  for (const [name, parameters] of calls)
    expect([name, await owner.refusal(name, parameters)]).toMatchObject([name, refusal]);
});

// PostgreSQL reads a parameter of such a type before the function can refuse a word.
test('no call takes a day or a time as a type of PostgreSQL', async ({ server }) => {
  const taking = await server.column<string>`
    select p.proname from pg_proc p
     where p.pronamespace in ('public'::regnamespace)
       and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
       and p.proargtypes::oid[] && array['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval']::regtype[]::oid[]`;
  expect(taking).toEqual([]);
});

test.for([
  'Nowhere/Town',
  'PST',
  'Foo/Bar5',
  'EST5EDT,M3.2.0/2,M11.1.0',
  '+02:00',
  'posix/Europe/Berlin',
  'Factory',
  'Europe/../Berlin',
  '',
])('the time zone %j is refused', async (zone, { owner }) => {
  const refusal = refusedWith('invalid_time_zone', `There is no time zone "${zone}".`);
  const filter = { from: '2026-11-10', zone };
  for (const name of ['review_list', 'review_count', 'review_export', 'review_access_log'])
    expect(await owner.refusal(name, { filter })).toMatchObject(refusal);
  const saved = { seen_version: 1, time_zone: zone, delay: 'soon' };
  expect(await owner.refusal('review_lab_settings_save', saved)).toMatchObject(refusal);
});

test.for([
  'UTC',
  'Etc/GMT+5',
  'Asia/Calcutta',
  'America/Argentina/Buenos_Aires',
  'America/Port-au-Prince',
  'Europe/Berlin',
])('the time zone %s is taken', async (zone, { owner }) => {
  expect(await owner.call('review_count', { filter: { to: '9999-12-31', zone } })).toMatchObject({
    is_capped: false,
  });
});

/** Moments with the day on which a reader of the zone sees them. */
const shown = [
  ['Pacific/Auckland', '2026-11-10T18:00:00Z'],
  ['Pacific/Auckland', '2026-11-10T10:59:59Z'],
  ['America/Los_Angeles', '2026-11-10T05:00:00Z'],
  ['America/Los_Angeles', '2026-11-10T08:00:00Z'],
  // Clocks go forward and back.
  ['America/Los_Angeles', '2026-03-08T07:59:59Z'],
  ['America/Los_Angeles', '2026-03-09T06:59:59Z'],
  ['America/Los_Angeles', '2026-11-02T07:59:59Z'],
  ['Europe/Berlin', '2026-10-25T22:59:59Z'],
  ['Pacific/Auckland', '2026-09-26T11:00:00Z'],
  // Midnight does not exist, or comes twice.
  ['America/Santiago', '2026-09-06T04:00:00Z'],
  ['America/Havana', '2025-11-02T04:30:00Z'],
  ['America/Havana', '2025-11-02T05:30:00Z'],
  ['Asia/Kathmandu', '2026-11-10T18:15:00Z'],
] as const;

describe.for(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])('with the lab in %s', (lab) => {
  test.for(shown)('an application of %s at %s is on one day', async ([zone, at], { server, owner }) => {
    await server.sql`update public.lab_settings set time_zone = ${lab}`;
    const handle = `${zone}-${at}-${lab}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const id = await makeApplication(server, handle, { created_at: at });
    const day = dayIn(zone, at);
    for (const [from, to, isFound] of [
      [day, day, true],
      [after(day, 1), after(day, 1), false],
      [after(day, -1), after(day, -1), false],
      [undefined, day, true],
      [day, undefined, true],
      [undefined, after(day, -1), false],
      [after(day, 1), undefined, false],
    ] as const) {
      const filter = { from, to, zone };
      for (const sort of ['created', 'name'])
        expect((await idsOf(owner, { filter, sort })).includes(id)).toBe(isFound);
      const { total } = await owner.call<{ total: number }>('review_count', { filter });
      expect(total).toBe((await idsOf(owner, { filter })).length);
    }
  });
});

test.for(['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])(
  'the numbers are of the days of a lab in %s, also after it moves there',
  async (zone, { server, owner }) => {
    await server.sql('delete from public.applications');
    const moments = shown.map(([, at]) => at);
    for (const [place, created_at] of moments.entries())
      await makeApplication(server, `${zone.slice(0, 3).toLowerCase()}${place}`, {
        created_at,
        decided_at: new Date(Date.parse(created_at) + 86_400_000),
      });
    const { version } = await owner.call<{ version: number }>('review_lab_settings_save', {
      seen_version: await server.value('select version from public.lab_settings'),
      time_zone: zone,
      delay: 'soon',
    });
    expect(version).toBeGreaterThan(1);
    for (const at of moments) {
      const day = dayIn(zone, at);
      const expected = moments.filter((moment) => dayIn(zone, moment) === day).length;
      const { total, to_decision } = await numbers(owner, day, day);
      expect([day, total, to_decision.count]).toEqual([day, expected, expected]);
    }
    const all = await numbers(owner, '2025-10-01', '2026-12-31');
    expect([all.total, all.to_decision.count]).toEqual([moments.length, moments.length]);
  },
);

test('applications open at midnight of the lab', async ({ server }) => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
    await server.sql`update public.lab_settings set time_zone = ${zone}`;
    const today = dayIn(zone, new Date().toISOString());
    await server.sql`select private.set_intake(true, ${after(today, 1)})`;
    expect(await server.value('select private.is_closed()')).toBe(true);
    await expect(server.sql`select private.set_intake(true, ${today})`).rejects.toMatchObject({
      code: 'PGRST',
      message: expect.stringContaining('"invalid_day"') as string,
    });
    await server.sql`update private.intake set opens_on = ${today}`;
    expect(await server.value('select private.is_closed()')).toBe(false);
  }
  await server.sql('select private.set_intake(false)');
});

test.for([
  ['2026-11-02', '2026-11-01'],
  [null, '2026-11-01'],
  ['2026-11-01', null],
  [null, null],
  ['0001-01-01', '9999-12-31'],
])('numbers from %s to %s are refused', async ([from_day, to_day], { owner }) => {
  expect(await owner.refusal('review_numbers', { from_day, to_day })).toMatchObject(
    refusedWith('invalid_day', 'The last day must be at most two years after the first one.'),
  );
});

test('the first and the last day have numbers and filters', async ({ server, owner }) => {
  const count = Number(await server.value('select count(*) from public.applications'));
  const [first, last] = ['0001-01-01', '9999-12-31'];
  for (const day of [first, last])
    expect(await owner.call('review_numbers', { from_day: day, to_day: day })).toMatchObject({
      total: 0,
      per_day: [{ day, applications: 0, confirmed: 0 }],
    });
  for (const zone of ['Pacific/Auckland', 'America/Los_Angeles', undefined]) {
    const whole = { from: first, to: last, zone };
    expect(await owner.call('review_count', { filter: whole })).toMatchObject({ total: count });
    const reverse = { from: last, to: first, zone };
    expect(await owner.call('review_count', { filter: reverse })).toMatchObject({ total: 0 });
  }
});

const dayIn = (zone: string, at: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(Date.parse(at));
const after = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
const idsOf = async (owner: Member, parameters: object) =>
  (await owner.pages('review_list', { page_size: 200, ...parameters })).map(({ id }) => id);
const numbers = (owner: Member, from_day: string, to_day: string) =>
  owner.call<{ total: number; to_decision: { count: number } }>('review_numbers', { from_day, to_day });
