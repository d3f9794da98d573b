import * as z from 'zod/mini';
import { renderDataPage } from '#ui/data-page/data-page.ts';
import { type DataSection, type Fact, factsOf, recordOf, type Row, spellKey } from '#ui/data-page/facts.ts';

const row = z.record(z.string(), z.unknown());

/** The answer of review_person_data. Its tables follow the foreign keys, so there may be new ones. */
export const dataAnswer = z.object({
  application_id: z.string(),
  created_at: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** The rows so far of the tables with more, for the next page. */
  next: z.nullable(z.record(z.string(), z.number())),
});
export type PersonPage = z.output<typeof dataAnswer>;
export type PersonData = Omit<PersonPage, 'next'>;

/** Joins all pages of a person's data. `read` returns the page after `next`. */
export async function everyPage(
  read: (after: PersonPage['next']) => Promise<PersonPage>,
): Promise<PersonData> {
  let { next, ...everything } = await read(null);
  while (next) {
    const page = await read(next);
    const rows = Object.entries(page.data).map(([table, more]) => {
      const former = everything.data[table];
      return [table, Array.isArray(former) && Array.isArray(more) ? [...former, ...more] : more];
    });
    everything = { ...everything, data: { ...everything.data, ...Object.fromEntries(rows) } };
    next = page.next;
  }
  return everything;
}

/** The person's entries in the form. */
const TYPED = ['name', 'email', 'linkedin', 'sectors'];

/** The tables in the order of reading. Others follow these, and the accesses come last. */
const headings: Readonly<Record<string, string>> = {
  application_evidence: 'What you showed us',
  application_replies: 'What you answered',
  'private.messages': 'Emails to you',
  application_notes: 'Notes about your application',
  application_note_versions: 'All versions of these notes',
  application_ratings: 'Scores',
  application_scorecards: 'Opinions',
  application_status_periods: 'Steps of your application',
  application_events: 'What happened',
  application_earlier_scorecards: 'Opinions about earlier applications',
  'private.review_batch_items': 'Changes by reviewers',
  note_mentions: 'Mentions in notes',
  'private.applicant_links': 'Links in your emails',
  'private.member_notices': 'Notices to reviewers',
};
const SPECIAL = ['applications', 'questions', 'access_log', ...Object.keys(headings)];

/** Renders everything held about a person as a page, their own words first. */
export function personPage(answer: PersonData, fileName: string): string {
  const { data, created_at: madeAt } = answer;
  const rowsOf = (table: string): readonly Row[] => z.safeParse(z.array(row), data[table]).data ?? [];
  const [application = {}] = rowsOf('applications');
  const section = (heading: string, table: string): DataSection => ({
    heading,
    records: rowsOf(table)
      .map(recordOf)
      .filter(({ title, facts }) => title || facts.length > 0),
  });
  const others = Object.keys(data).filter((table) => !SPECIAL.includes(table));
  return renderDataPage({
    title: `What we hold about ${String(application['name'] ?? 'you')}`,
    lead: 'This is everything that our database holds about you and your application. It names no member of the lab.',
    madeAt,
    sections: [
      { heading: 'What you told us', records: [{ facts: typed(application, data['questions']) }] },
      ...['application_evidence', 'application_replies'].map((table) => section(headings[table]!, table)),
      { heading: 'Your application', records: [{ facts: standing(application) }] },
      ...Object.entries(headings)
        .slice(2)
        .map(([table, heading]) => section(heading, table)),
      ...others.map((table) => section(spellKey(table.replace(/^\w+\.|^application_/g, '')), table)),
      section('When we looked at your data', 'access_log'),
    ],
    whole: answer,
    fileName,
  });
}

/** The answers with the questions as they were asked. */
function typed(application: Row, questions: unknown): Fact[] {
  const wordings = z.safeParse(row, questions).data ?? {};
  const answers = Object.entries(wordings).map(([key, wording]) => ({
    label: String(wording),
    value: application[key] === true ? 'Yes' : 'No',
  }));
  return [...factsOf(application, TYPED), ...answers];
}

/** The steps of an application in their order. */
const STEPS = [
  'status',
  'applied_at',
  'email_confirmed_at',
  'status_changed_at',
  'answered_at',
  'tags',
  'rating',
];

function standing({ created_at: appliedAt, ...application }: Row): Fact[] {
  const row: Row = { ...application, applied_at: appliedAt };
  const known = [...STEPS, ...TYPED];
  const others = Object.keys(row).filter((key) => !known.includes(key) && !/^q\d+$/.test(key));
  return factsOf(row, [...STEPS, ...others]);
}
