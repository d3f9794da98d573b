import { expect, it } from 'vitest';
import { everyPage, type PersonPage, personPage } from './person-page.ts';

const note = 'e8bf2191-0000-4000-8000-000000000001';
const answer = {
  application_id: 'e8bf2191-0000-4000-8000-000000000000',
  created_at: '2026-11-29T00:15:00Z',
  data: {
    questions: { q1: 'I can program in any language.' },
    access_log: [{ at: '2026-11-28T10:00:00.123456+00:00', kind: 'note_edited' }],
    applications: [
      {
        id: 'e8bf2191',
        q1: true,
        name: 'Ann <Sample>',
        tags: ['music'],
        email: 'ann@example.org',
        status: 'in_review',
        sectors: 'Tools & "more"',
        version: 3,
        linkedin: null,
        created_at: '2026-11-20T08:05:00+00:00',
        email_confirmed_at: '2026-11-20T09:00:00+00:00',
        first_touch: { source: 'a friend' },
      },
    ],
    application_replies: [],
    application_notes: [{ body: 'Line one\nLine two', created_at: '2026-11-21T08:00:00+00:00', version: 1 }],
    'private.messages': [
      { body: 'Dear Ann', kind: 'review', state: 'sent', subject: 'Talk', sent_at: '2026-11-22T08:00:00Z' },
    ],
    application_events: [
      { at: '2026-11-21T08:00:00Z', kind: 'moved', detail: { to: 'in_review', note: note } },
    ],
    'private.later_table': [{ words: 'made later', id: 7 }],
    'private.empty': [],
  },
};
const page = personPage(answer, 'application-e8bf2191.json');
const headings = [...page.matchAll(/<h2>(.*)<\/h2>/g)].map(([, heading]) => heading);

it('begins with the person’s own words, and has a new table and the accesses at the end', () => {
  expect(headings).toEqual([
    'What you told us',
    'Your application',
    'Emails to you',
    'Notes about your application',
    'What happened',
    'Later table',
    'When we looked at your data',
    'For programs',
  ]);
  expect(page.indexOf('<dt>Email</dt><dd dir="auto">ann@example.org</dd>')).toBeLessThan(
    page.indexOf(headings[1]!),
  );
  expect(page).toContain('<dt>I can program in any language.</dt><dd dir="auto">Yes</dd>');
  expect(page).toContain('made later');
});

it.each([
  ['words of the database', '<dt>Status</dt><dd dir="auto">In review</dd>'],
  ['times', '<dt>Email confirmed</dt><dd dir="auto">20 November 2026 at 09:00 UTC</dd>'],
  ['the time and the kind of a row', '<h3>28 November 2026 at 10:00 UTC: Note edited</h3>'],
  [
    'a mail with its subject first',
    '<h3>22 November 2026 at 08:00 UTC: Review</h3>\n<dl>\n<div><dt>Subject</dt><dd dir="auto">Talk</dd></div>',
  ],
  ['the details of a row', '<dt>To</dt><dd dir="auto">In review</dd>'],
  ['lists', '<dt>Tags</dt><dd dir="auto">music</dd>'],
  ['values inside others', '<dt>First touch</dt><dd dir="auto">Source: a friend</dd>'],
  ['line breaks', 'Line one\nLine two'],
  ['words that look like HTML', '<h1 dir="auto">What we hold about Ann &lt;Sample&gt;</h1>'],
  ['quotation marks', 'Tools &amp; &quot;more&quot;'],
])('spells %s', (_title, text) => {
  expect(page).toContain(text);
});

it('shows no column for programs, and has all of them in the JSON', () => {
  expect(page.replace(/href="[^"]*"/, '')).not.toMatch(
    /<dt>(Id|Version|LinkedIn|Detail|Note)<|null|undefined|in_review|_at/,
  );
  const [, href, name] = /href="([^"]+)" download="([^"]+)"/.exec(page)!;
  expect(name).toBe('application-e8bf2191.json');
  const json = decodeURIComponent(
    href!.replace('data:application/json;charset=utf-8,', '').replaceAll('&#39;', "'"),
  );
  expect(JSON.parse(json)).toEqual(answer);
});

it('runs and loads nothing', () => {
  expect(page).not.toMatch(/<script|<link|<img|src=/);
  expect(page).toContain("default-src 'none'");
});

it('joins the rows of all pages', async () => {
  const pages: readonly PersonPage[] = [
    {
      ...answer,
      data: { questions: {}, applications: [{ id: 1 }], events: [{ id: 1 }], looks: [{ id: 1 }] },
      next: { events: 1, looks: 1 },
    },
    { ...answer, data: { questions: {}, events: [{ id: 2 }], looks: [{ id: 2 }] }, next: { events: 2 } },
    { ...answer, data: { questions: {}, events: [{ id: 3 }] }, next: null },
  ];
  const requested: unknown[] = [];
  const read = async (after: unknown) => pages[requested.push(after) - 1]!;
  expect(await everyPage(read)).toEqual({
    ...answer,
    data: {
      questions: {},
      applications: [{ id: 1 }],
      events: [{ id: 1 }, { id: 2 }, { id: 3 }],
      looks: [{ id: 1 }, { id: 2 }],
    },
  });
  expect(requested).toEqual([null, { events: 1, looks: 1 }, { events: 2 }]);
});
