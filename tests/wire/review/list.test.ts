import { applicationHeaders } from '@solostead/contract/headers';
import { sampleApplication } from '../../harness/applicant.ts';
import { submitApplication } from '../../harness/applications.ts';
import type { Member } from '../../harness/member.ts';
import { setHiding } from '../../harness/opinions.ts';
import { expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

const nineDaysAgo = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10);

// Its own server, because it changes samples.
const test = testStarting();

test.beforeAll(async ({ server, owner }) => {
  await server.command('seed', '1200');
  const ids = await server.column<string>(
    `select id from public.applications where source = 'direct' limit 5`,
  );
  await owner.many(ids, { assignee: owner.id });
  await server.sql`
    delete from public.application_scorecards c using public.applications a
     where a.id = c.application_id and c.reviewer = ${owner.id} and a.linkedin_profile ~ '[13579]$'`;
});

test.for([
  ['created', true],
  ['created', false],
  ['name', false],
  ['name', true],
  ['rating', true],
  ['changed', true],
] as const)('by %s, descending %s, all come once in order', async ([sort, descending], { server, owner }) => {
  await expectPages(server, owner, { filter: {}, condition: 'true', sort, descending });
});

test.for([
  [{ search: 'juniper' }, `name ilike '%juniper%'`],
  [{ search: 'SAMPLE zenith' }, `name ilike '%zenith%'`],
  [{ search: 'builder-0000123@' }, `email ilike 'builder-0000123@%'`],
  [
    { search: 'https://de.linkedin.com/in/Sample-Builder-0000777/' },
    `linkedin_profile = 'sample-builder-0000777'`,
  ],
  [{ search: 'fj' }, `name ilike '% fj%'`],
  [{ search: '100%_\\' }, 'false'],
  [{ status: ['accepted', 'declined'] }, `status in ('accepted', 'declined')`],
  [{ status: ['submitted'], confirmed: false }, `status = 'submitted' and email_confirmed_at is null`],
  [{ tag: 'referral' }, `tags @> '{referral}'`],
  [{ source: 'podcast', search: 'music' }, `source = 'podcast' and sectors ilike '%music%'`],
  [{ assignee: 'none', source: 'direct' }, `source = 'direct' and assignee is null`],
  [{ archived: true }, 'false'],
  [{}, 'true'],
  [{ confirmed: true }, 'email_confirmed_at is not null'],
  [{ confirmed: false, source: 'direct' }, `source = 'direct' and email_confirmed_at is null`],
  [{ from: nineDaysAgo }, `created_at >= '${nineDaysAgo}T00:00Z'`],
  [{ to: nineDaysAgo }, `created_at < timestamptz '${nineDaysAgo}T00:00Z' + interval '1 day'`],
] as const)('%j matches its applications and counts them', async ([filter, condition], { server, owner }) => {
  const total = await expectPages(server, owner, { filter, condition });
  expect(await owner.call('review_count', { filter })).toMatchObject({ total });
});

test('several filters are counted in one request, in their order and as one alone', async ({ owner }) => {
  const filters = [{ status: ['accepted'] }, {}, { tag: 'referral' }, { status: ['accepted'] }];
  const alone = await Promise.all(filters.map((filter) => owner.call('review_count', { filter })));
  expect(await owner.call('review_counts', { filters })).toEqual(alone);
  expect(await owner.call('review_counts', { filters: [] })).toEqual([]);
  for (const bad of [[{ unknown: 1 }], Array.from({ length: 11 }, () => ({}))])
    expect(await owner.refusal('review_counts', { filters: bad })).toMatchObject({ status: 400 });
});

test.for([
  ['juniper', 'created', true],
  ['sample', 'created', false],
  ['sample', 'name', false],
  ['beacon', 'name', true],
  ['music', 'rating', true],
  ['sample', 'rating', false],
  ['xylophone quartz', 'changed', true],
] as const)('a search for %s by %s, descending %s', async ([search, sort, descending], { server, owner }) => {
  const condition = `name || sectors ilike '%${search}%'`;
  await expectPages(server, owner, { filter: { search }, condition, sort, descending });
});

test.for([true, false])(
  'by rating, descending %s, all come in the order of the ratings that are seen',
  async (descending, { server, owner, reader }) => {
    const everything = { filter: {}, condition: 'true', sort: 'rating', descending };
    const rows = await owner.pages('review_list', { sort: 'rating', descending });
    const seen = rows.map(({ rating }) => rating!);
    expect(new Set(seen).size).toBeGreaterThan(5);
    expect(seen).toEqual(seen.toSorted((one, other) => (descending ? other - one : one - other)));
    await expectPages(server, reader, everything);
    await setHiding(server, false);
    await expectPages(server, reader, everything);
    await setHiding(server, true);
  },
);

test.for([
  [{ filter: { stage: 'new' } }, 'There is no filter "stage".'],
  [{ filter: [] }, 'A filter must be a JSON object.'],
  [{ filter: { status: 'submitted' } }, 'The filter "status" is a list.'],
  [{ filter: { status: ['submitted', 'a name'] } }, 'The filter "status" has an unknown status.'],
  [{ sort: 'password' }, 'There is no order "password".'],
  [{ page_size: 100_000 }, 'A page has 1 to 200 applications.'],
  [{ page_size: null }, 'A page has 1 to 200 applications.'],
] as const)('%j is refused, never ignored', async ([parameters, sentence], { owner }) => {
  expect(await owner.refusal('review_list', parameters)).toMatchObject({ status: 400, message: sentence });
});

test.for([
  { filter: { from: 'yesterdayish' } },
  { filter: { assignee: "x' or true --" } },
  { filter: { confirmed: 'perhaps' } },
  { after: ["x'; drop table applications", '0'] },
  { filter: { search: "'; drop table applications; --", tag: "'}" } },
])('%j has no side effect', async (parameters, { owner }) => {
  const refused = await owner.refusal('review_list', parameters);
  expect(refused?.status ?? 200).toBeLessThan(500);
  expect(await owner.call('review_count', { filter: {} })).toMatchObject({ total: 1200 });
});

test('the first updates have the latest change, later ones others’', async ({ id, owner, reviewer }) => {
  interface Updates {
    readonly last_event: number;
    readonly changed: readonly object[];
  }
  const { last_event: before } = await owner.call<Updates>('review_updates');
  await reviewer.move(id, 'in_review');
  const moved = expect.objectContaining({ application_id: id, kind: 'moved' }) as object;
  for (const after_event of [null, before])
    expect((await owner.call<Updates>('review_updates', { after_event })).changed).toContainEqual(moved);
});

test('first touch and questions’ wording are stored, whatever the headers contain', async ({ server }) => {
  const stored = async (handle: string, first_touch: string, version: string) => {
    const email = `${handle}@builders.example`;
    const answer = await submitApplication(server, sampleApplication({ email }), {
      [applicationHeaders.firstTouch]: first_touch,
      [applicationHeaders.questionsVersion]: version,
    });
    expect(answer.status).toBe(201);
    return server.row`
      select source, first_touch, questions_version from public.applications where email = ${email}`;
  };
  const touch = 'source=News+Letter&campaign=caf%C3%A9&referrer=news.example&landing=%2F';
  expect(await stored('touch', touch, '1')).toEqual({
    source: 'news letter',
    first_touch: { source: 'News Letter', campaign: 'café', referrer: 'news.example', landing: '/' },
    questions_version: 1,
  });
  const newest = await server.row('select max(version) as questions_version from public.question_sets');
  expect(await stored('nonsense', '%FF%FE&source=%zz%00;', '99999999999')).toMatchObject(newest!);
});

/** Returns the list's order for a member in SQL. */
function ordering(sort: string, descending: boolean, member: Member): string {
  const isSeen = `not (select hides_others_until_scored from public.review_settings) or id in (
    select application_id from public.application_scorecards where reviewer = '${member.id}')`;
  const rating = `case when ${isSeen} then rating else 0 end`;
  const keys = { name: 'lower(name)', rating, changed: 'status_changed_at' };
  const key = keys[sort as keyof typeof keys] ?? 'created_at';
  return descending ? `${key} desc, id desc` : `${key}, id`;
}

/**
 * Goes through all pages, as a person would with Next, and expects each application that fulfils the condition once, in
 * order. Returns their number.
 */
async function expectPages(
  server: TestServer,
  member: Member,
  {
    filter,
    condition,
    sort = 'created',
    descending = true,
    size = 100,
  }: { filter: object; condition: string; sort?: string; descending?: boolean; size?: number },
): Promise<number> {
  const parameters = { filter, sort, descending, page_size: size };
  const ids = (await member.pages('review_list', parameters)).map(({ id }) => id);
  const all = await server.column<string>(
    `select id from public.applications where ${condition} order by ${ordering(sort, descending, member)}`,
  );
  expect(ids).toEqual(all);
  return ids.length;
}
