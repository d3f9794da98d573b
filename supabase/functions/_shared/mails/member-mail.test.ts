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
  const said = Object.values(counts).filter((count) => count > 0).length;
  expect(mail.text.match(/^\d.*: https:\/\/lab\.example\/admin/gm)).toHaveLength(said);
  expect(mail.html.match(/<li>/g)).toHaveLength(said);
});

const applications = [
  { id: 'a', applied_at: '2026-11-14T23:00:00Z', sectors: 'Tools <&>' },
  { id: 'b', applied_at: '2026-11-15T08:00:00Z', sectors: null },
];

test.each([
  [{ mentions: 1, assignments: 0 }, 'You are mentioned on 1 application'],
  [
    { mentions: 2, assignments: 3 },
    'You are mentioned on 2 applications; 3 applications are assigned to you',
  ],
])('a mail about %j has the subject: %s', (counts, subject) => {
  const mail = memberMail({ ...to, kind: 'notices', applications, ...counts }, SITE);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toBe(`Application of 14 November 2026, Tools <&>: ${SITE}/admin?open=a
Application of 15 November 2026: ${SITE}/admin?open=b

Change which emails you get: ${SITE}/admin?screen=settings&section=you
${POSTAL_LINE}
`);
  expect(mail.html).toContain('>Application of 14 November 2026, Tools &lt;&amp;&gt;</a>');
});

test('a mail about one assignment names the application and has a button', () => {
  const order = { ...to, kind: 'notices', mentions: 0, assignments: 1 } as const;
  const { text, html } = memberMail({ ...order, applications: applications.slice(0, 1) }, SITE);
  expect(text).toMatch(/^Application of 14 November 2026, Tools <&>\.\n\nOpen it: \S+open=a\n/);
  expect(html).toContain(`<a class="button" href="${SITE}/admin?open=a">Open it</a>`);
});
