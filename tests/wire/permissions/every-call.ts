import fc from 'fast-check';
import type { TestServer } from '../../harness/servers/server.ts';
import type { Standing } from './people.ts';

/** Known values for arguments. */
export interface Known {
  readonly applications: readonly string[];
  readonly notes: readonly string[];
  readonly batches: readonly string[];
  readonly members: readonly string[];
  readonly events: readonly number[];
}

/** A call as SQL, `public.` left out. */
export type Call = `${string}(${string})`;

const MAX_CALLS = 12;
const SEED = 20261124;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const json = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`;
const quoted = (texts: readonly (string | null)[]) =>
  texts.map((text) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`));
const numbers = (...values: (number | null)[]) => values.map(String);

/** Returns the values of an argument by its name, or by `function.argument` where a function uses it differently. */
function argumentValues({ applications, notes, batches, members, events }: Known) {
  const ids = (known: readonly string[]) => quoted([...known, UNKNOWN]).map((id) => `${id}::uuid`);
  return {
    application_id: ids(applications),
    'confirm_email.application_id': quoted([UNKNOWN]),
    note_id: ids(notes),
    batch_id: ids(batches),
    user_id: ids(members),
    assignee: ids(members),
    session_id: ids([]),
    reply_id: ids([]),
    invitation_id: ids([]),
    webhook_id: ids([]),
    delivery_id: ids([]),
    seen_version: numbers(1, 2, 3),
    seen_score: numbers(null, 0, 4),
    score: numbers(null, 2),
    // Of four, so that no call makes the scorecard complete.
    criterion: quoted(['craft', 'product', 'unknown']),
    overall: ['null', 'false'],
    // Nothing is complete without 'drive' either. Switching it off is for owners, and logged.
    criteria: [json([{ key: 'drive', label: 'Drive', anchors: ['a', 'b', 'c', 'd', 'e'] }])],
    hides_others_until_scored: ['true', 'null'],
    filter: [{}, { search: 'Amber' }, { status: ['in_review', 'submitted'] }, { tag: 'sample' }].map(json),
    filters: [[{}, { status: ['in_review'] }, { search: 'Amber' }], []].map(json),
    'review_access_log.filter': [
      {},
      { kinds: ['rated', 'note_added'] },
      { application: applications[0] },
    ].map(json),
    'review_access_log_export.filter': [{}, { person: members[1] }].map(json),
    sort: quoted(['created', 'name', 'rating', 'changed']),
    descending: ['true', 'false'],
    after: ['null'],
    before: ['null'],
    after_event: ['null', ...numbers(...events)],
    page_size: numbers(1, 50),
    format: quoted([null, 'json', 'csv']),
    export_id: ['null'],
    change: [{ add_tag: 'other' }, { remove_tag: 'sample' }, { status: 'interview' }, { assignee: null }].map(
      json,
    ),
    ids: ['null', `array[${quoted(applications).join(', ')}]::uuid[]`],
    mail: ['null', json({ subject: 'A subject', body: 'Hello {{name}}' })],
    to_status: quoted(['interview', 'accepted']),
    reason: quoted([null, 'terms']),
    mail_id: ids([]),
    key: ['null'],
    notified: ['true', 'false'],
    bounced: ['true', 'false'],
    time_zone: quoted(['Europe/Berlin']),
    delay: quoted(['30 seconds']),
    digest: quoted(['daily']),
    'review_reminders_save.mentions': ['true'],
    assignments: ['true'],
    path: [`array['interview']`],
    application_ids: ['null', `array[${quoted(applications).join(', ')}]::uuid[]`],
    mentions: [`array[${quoted([members[1]!]).join('')}]::uuid[]`],
    status: quoted(['interview']),
    seen_status: quoted(['accepted', null]),
    subject: quoted(['A subject']),
    body: quoted(['Words of one’s own']),
    answer_days: ['12'],
    unconfirmed_months: ['1'],
    declined_months: ['6'],
    withdrawn_months: ['1'],
    accepted_months: ['24'],
    reapply_months: ['3'],
    access_log_months: ['12'],
    publishes_figures: ['null'],
    from_day: ["'2026-01-01'"],
    to_day: ["'2026-12-31'"],
    received_at: ['null'],
    interview_at: ["'2027-01-01T09:30:00Z'"],
    opens_on: ['null'],
    closed: ['true'],
    about: quoted(['decision', 'evidence']),
    required: ['true', 'false'],
    access: quoted(['reviewer', 'reader']),
    link: quoted(['https://book.example.org/me']),
    email: quoted(['one@builders.example']),
    request: quoted(['x']),
    application_key: quoted(['x']),
    link_secret: quoted(['x']),
    name: quoted(['Amber Sample']),
    linkedin: quoted(['https://www.linkedin.com/in/one']),
    sectors: quoted(['music']),
    repository: quoted([null]),
    words: quoted(['Two words']),
    kind: quoted(['webhook']),
    url: quoted(['https://hooks.example.org/']),
    events: [`array['application.moved']`],
    includes_person: ['true'],
    paused: ['false'],
  };
}

/**
 * Returns calls of every function that a signed-in person may call, with combinations of known values. An argument
 * without known values is an error, so add them above.
 */
export async function everyCall(server: TestServer, known: Known): Promise<Call[]> {
  const functions = await server.sql<{ name: string; arguments: string[] | null }>`
    select p.proname as name, p.proargnames[1:p.pronargs] as arguments from pg_proc p
      where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
      order by 1`;
  const values: Readonly<Record<string, readonly string[]>> = argumentValues(known);
  return functions.flatMap(({ name, arguments: wanted }) => {
    const choices = (wanted ?? []).map((argument) => {
      const found = values[`${name}.${argument}`] ?? values[argument];
      if (!found) throw new Error(`every-call.ts does not know what ${argument} of ${name} can be.`);
      return { argument, found };
    });
    return combinations(choices.map(({ found }) => found)).map(
      (chosen): Call =>
        `${name}(${chosen.map((value, place) => `${choices[place]!.argument} => ${value}`).join(', ')})`,
    );
  });
}

/** All combinations where there are few, else a sample of them. */
function combinations(choices: readonly (readonly string[])[]): string[][] {
  const all = choices.reduce((product, { length }) => product * length, 1);
  if (all <= MAX_CALLS)
    return choices.reduce<string[][]>(
      (so, values) => so.flatMap((chosen) => values.map((value) => [...chosen, value])),
      [[]],
    );
  const arbitrary = fc.tuple(...choices.map((values) => fc.constantFrom(...values)));
  return fc.sample(arbitrary, { numRuns: MAX_CALLS, seed: SEED });
}

/** Returns every call about these applications and members, and about all that was written of them. */
export async function callsAbout(
  server: TestServer,
  applications: readonly string[],
  members: readonly Standing[],
  notes: readonly string[] = [],
): Promise<Call[]> {
  // review_updates repeats the last twenty seconds, and the calls take longer.
  await server.sql(`update public.application_events set at = at - interval '1 hour'`);
  const ids = (statement: string) => server.column<string>(statement);
  return everyCall(server, {
    applications,
    notes: [...(await ids('select id from public.application_notes')), ...notes],
    batches: await ids('select id from private.review_batches'),
    members: members.map(({ claims }) => claims!.sub),
    events: (await ids('select id from public.application_events order by id')).map(Number).slice(0, 2),
  });
}
