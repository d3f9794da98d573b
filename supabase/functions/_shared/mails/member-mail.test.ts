import { expect, test } from 'vitest';
import { POSTAL_LINE } from '../contract/closing-lines.ts';
import { memberMail } from './member-mail.ts';

const SITE = 'https://lab.example';
const to = { id: 'm', email: 'member@lab.example' };

test.each([
  [
    { assigned: 1, overdue: 1, to_notify: 0, mentions: 2 },
    'Applications: 1 is yours, 1 waits longer than promised, 2 mentions of you',
  ],
  [{ assigned: 0, overdue: 0, to_notify: 3, mentions: 0 }, 'Applications: 3 still need to hear from us'],
])('a digest of %j has the subject: %s', (counts, subject) => {
  const mail = memberMail({ ...to, kind: 'digest', user_id: 'u', ...counts }, SITE);
  expect([mail.to, mail.subject]).toEqual([to.email, subject]);
  const lineCount = Object.values(counts).filter((count) => count > 0).length;
  expect(mail.text.match(/^\d.*: https:\/\/lab\.example\/admin/gm)).toHaveLength(lineCount);
  expect(mail.html.match(/<li>/g)).toHaveLength(lineCount);
});

const applications = [
  {
    id: 'e8bf2191-0000-4000-8000-000000000000',
    applied_at: '2026-11-14T23:00:00Z',
    sectors: 'Tools <&>',
    mentioned_by: ['Ada <b>', 'Bob\u202e\nSample'],
  },
  { id: 'b', applied_at: '2026-11-15T08:00:00Z', sectors: null, mentioned_by: null },
  { id: 'c', applied_at: '2026-11-16T08:00:00Z', sectors: null, mentioned_by: [] },
];
const [first] = applications;

test.each([
  [{ mentions: 0, assignments: 0, unassigned: 2 }, '2 applications have no assignee any more'],
  [{ mentions: 2, assignments: 0, unassigned: 0 }, 'You are mentioned on 2 applications'],
  [
    { mentions: 2, assignments: 3, unassigned: 1 },
    'You are mentioned on 2 applications; 3 applications are assigned to you; 1 application has no assignee any more',
  ],
])('a mail about %j has the subject: %s', (counts, subject) => {
  const mail = memberMail({ ...to, kind: 'notices', applications, ...counts }, SITE);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toBe(`${subject}.

Ada <b> and Bob / Sample mentioned you: Application e8bf2191 of 14 November 2026, Tools <&>: ${SITE}/admin?open=${first!.id}
Application b of 15 November 2026: ${SITE}/admin?open=b
You are mentioned: Application c of 16 November 2026: ${SITE}/admin?open=c

Open the review: ${SITE}/admin

Change which emails you get: ${SITE}/admin?screen=settings&section=you
${POSTAL_LINE}
`);
  expect(mail.html).toContain(
    '>Ada &lt;b&gt; and Bob / Sample mentioned you: Application e8bf2191 of 14 November 2026, Tools &lt;&amp;&gt;</a>',
  );
});

test.each([
  [['Ada'], 1, 'Ada mentioned you on application e8bf2191'],
  [['Ada', 'Bob', 'Cy'], 1, 'Ada, Bob and Cy mentioned you on application e8bf2191'],
  [[], 1, 'You are mentioned on 1 application'],
  [null, 0, '1 application is assigned to you'],
])(
  'a mail about one application with mentions by %j has a button and the subject: %s',
  (by, mentions, subject) => {
    const order = { ...to, kind: 'notices', mentions, assignments: 1 - mentions, unassigned: 0 } as const;
    const mail = memberMail({ ...order, applications: [{ ...first!, mentioned_by: by }] }, SITE);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(
      `${subject}.\n\nApplication e8bf2191 of 14 November 2026, Tools <&>.\n\nOpen application e8bf2191: ${SITE}/admin?open=${first!.id}\n`,
    );
    expect(mail.html).toContain('none">Application e8bf2191 of 14 November 2026, Tools &lt;&amp;&gt;.</div>');
    expect(mail.html).toContain(
      `<a class="button" href="${SITE}/admin?open=${first!.id}">Open application e8bf2191</a>`,
    );
  },
);
