import type { Member } from '../../harness/member.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { conflict, refusedWith } from '../../harness/refusals.ts';

interface Setting {
  readonly save: string;
  /** Returns the arguments that save what is stored, and its version. */
  readonly read: (owner: Member) => Promise<{ readonly version: number; readonly stored: object }>;
  /** Three other values. */
  readonly changes: readonly [object, object, object];
  readonly wrong: readonly (readonly [object, string])[];
}

const KEPT_TOO_SHORT = 'A declined application must be kept longer than its sender waits to apply again.';
const sentence = 'Someone else changed this since you opened it.';

async function rowOf(owner: Member, table: string, key: object = {}): Promise<Record<string, unknown>> {
  const { data } = await owner.data
    .from(table)
    .select()
    .match({ ...key })
    .single();
  return data as Record<string, unknown>;
}

async function readRow(owner: Member, table: string, key: object = {}) {
  const { version, only_row: _only, ...stored } = await rowOf(owner, table, key);
  return { version: version as number, stored };
}

const criteria = (label: string) => [{ key: 'craft', label, anchors: ['a', 'b', 'c', 'd', 'e'] }];

const settings: readonly Setting[] = [
  {
    save: 'review_terms_save',
    read: (owner) => readRow(owner, 'lab_terms'),
    changes: [{ answer_days: 11 }, { answer_days: 12 }, { answer_days: 13 }],
    wrong: [
      [{ answer_days: 0 }, 'The days until an answer are 1 to 365, and all months 1 to 120.'],
      [{ access_log_months: 121 }, 'The days until an answer are 1 to 365, and all months 1 to 120.'],
      ...[{ reapply_months: 6 }, { declined_months: 3 }, { reapply_months: 9, declined_months: 8 }].map(
        (months) => [months, KEPT_TOO_SHORT] as const,
      ),
    ],
  },
  {
    save: 'review_lab_settings_save',
    read: (owner) => readRow(owner, 'lab_settings'),
    changes: [
      { delay: 'morning' },
      { time_zone: 'Europe/Berlin' },
      { delay: 'soon', time_zone: 'Asia/Tokyo' },
    ],
    wrong: [
      [{ delay: 'never' }, 'Emails leave soon or in the morning.'],
      [{ delay: null }, 'Emails leave soon or in the morning.'],
      [{ time_zone: 'Europe/Atlantis' }, 'There is no time zone "Europe/Atlantis".'],
    ],
  },
  {
    save: 'review_template_save',
    read: (owner) => readRow(owner, 'mail_templates', { status: 'accepted' }),
    changes: [{ subject: 'One' }, { subject: 'Two' }, { body: 'Three' }],
    wrong: [
      [{ subject: ' ' }, 'The subject has 1 to 200 characters on one line.'],
      [{ body: 'Hello {{unknown}}' }, 'There is no placeholder {{unknown}}.'],
    ],
  },
  {
    save: 'review_scoring_save',
    read: async (owner) => {
      const { version, ...scoring } = await owner.call<{
        version: number;
        hides_others_until_scored: boolean;
        criteria: { is_retired: boolean }[];
      }>('review_scoring');
      return {
        version,
        stored: { ...scoring, criteria: scoring.criteria.filter(({ is_retired: isRetired }) => !isRetired) },
      };
    },
    changes: [
      { criteria: criteria('One') },
      { hides_others_until_scored: false },
      { criteria: criteria('Three') },
    ],
    wrong: [[{ criteria: [] }, 'A scorecard has 1 to 8 criteria.']],
  },
  {
    save: 'review_intake_save',
    read: async (owner) => {
      const { version, closed, opens_on } = await owner.call<{
        version: number;
        closed: boolean;
        opens_on: string | null;
      }>('review_intake');
      return { version, stored: { closed, opens_on } };
    },
    changes: [
      { closed: true, opens_on: '2099-11-01' },
      { closed: true, opens_on: null },
      { closed: false, opens_on: null },
    ],
    wrong: [
      [
        { closed: true, opens_on: new Date().toISOString().slice(0, 10) },
        'The day on which applications open again must be in the future.',
      ],
      [{ closed: null }, 'State if applications are closed, true or false.'],
    ],
  },
];

describe.for(settings)('$save', ({ save, read, changes: [one, two, three], wrong }) => {
  test('makes a version that the log names with its author', async ({ owner, log }) => {
    const { version, stored } = await read(owner);
    const before = (await log.entries({})).length;
    expect(await owner.call(save, { ...stored, ...one, seen_version: version })).toMatchObject({
      version: version + 1,
    });
    const entries = (await log.entries({})).slice(before);
    expect(entries.length).toBeGreaterThan(0);
    for (const { actor_email } of entries) expect(actor_email).toBe(owner.email);
    expect(await read(owner)).toMatchObject({ version: version + 1 });
  });

  test.for([
    ['an earlier version', (version: number) => version - 1],
    ['a later version', (version: number) => version + 1],
    ['no version', () => null],
  ] as const)('refuses %s with the stored state', async ([, seenOf], { owner }) => {
    const { version, stored } = await read(owner);
    for (const change of [two, {}])
      expect(
        await owner.refusal(save, { ...stored, ...change, seen_version: seenOf(version) }),
      ).toMatchObject({ ...conflict({ version }), message: sentence });
    expect(await read(owner)).toEqual({ version, stored });
  });

  test('lets one of two tabs save at once, and refuses the other', async ({ owner }) => {
    const { version, stored } = await read(owner);
    const refusals = await Promise.all(
      [two, three].map((change) => owner.refusal(save, { ...stored, ...change, seen_version: version })),
    );
    expect(refusals.filter((refusal) => refusal !== null)).toMatchObject([
      { ...conflict({ version: version + 1 }), message: sentence },
    ]);
    expect((await read(owner)).version).toBe(version + 1);
  });

  test('makes no version and no entry without a change', async ({ owner, log }) => {
    const { version, stored } = await read(owner);
    const before = (await log.entries({})).length;
    expect(await owner.call(save, { ...stored, seen_version: version })).toMatchObject({ version });
    expect((await log.entries({})).length).toBe(before);
  });

  test.for(wrong)('refuses %j with a sentence', async ([change, message], { owner }) => {
    const { version, stored } = await read(owner);
    expect(await owner.refusal(save, { ...stored, ...change, seen_version: version })).toMatchObject({
      status: 400,
      message,
    });
    expect(await read(owner)).toEqual({ version, stored });
  });

  test('refuses members who are no owners', async ({ owner, reviewer, reader }) => {
    const { version, stored } = await read(owner);
    for (const member of [reviewer, reader])
      expect(await member.refusal(save, { ...stored, ...two, seen_version: version })).toMatchObject(
        refusedWith('access_too_low'),
      );
    expect(await read(owner)).toEqual({ version, stored });
  });
});

test('the history of the terms has each change once', async ({ server, owner }) => {
  const changes = () => server.value<number>('select count(*)::int from public.lab_terms_changes');
  const before = await changes();
  const { version, stored } = await readRow(owner, 'lab_terms');
  await owner.call('review_terms_save', { ...stored, seen_version: version });
  expect(await changes()).toBe(before);
  await owner.call('review_terms_save', { ...stored, answer_days: 30, seen_version: version });
  expect(await changes()).toBe(before + 1);
});

test('a change by SQL is a version too', async ({ server, owner }) => {
  const { version } = await readRow(owner, 'lab_settings');
  await server.sql(`update public.lab_settings set time_zone = 'Etc/GMT+3'`);
  expect(await readRow(owner, 'lab_settings')).toMatchObject({ version: version + 1 });
});
