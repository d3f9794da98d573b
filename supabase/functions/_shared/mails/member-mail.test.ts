import { expect, test } from 'vitest';
import { memberMail } from './member-mail.ts';

const SITE = 'https://lab.example';
const to = { id: 'm', email: 'member@lab.example' };

test.each([
  [
    { assigned: 1, overdue: 1, not_told: 0, mentions: 2 },
    'Applications: 1 is yours, 1 waits longer than promised, 2 mentions of you',
  ],
  [{ assigned: 0, overdue: 0, not_told: 3, mentions: 0 }, 'Applications: 3 are not told yet'],
])('a digest of %j has the subject: %s', (counts, subject) => {
  const mail = memberMail({ ...to, kind: 'digest', user_id: 'u', ...counts }, SITE);
  expect([mail.to, mail.subject]).toEqual([to.email, subject]);
  const said = Object.values(counts).filter((count) => count > 0).length;
  expect(mail.text.match(/^\d.*: https:\/\/lab\.example\/admin/gm)).toHaveLength(said);
  expect(mail.html.match(/<li>/g)).toHaveLength(said);
});

test.each([
  [{ mentions: 1, assignments: 0 }, 'You are mentioned on 1 application'],
  [
    { mentions: 2, assignments: 3 },
    'You are mentioned on 2 applications; 3 applications are assigned to you',
  ],
])('a mail about %j has the subject: %s', (counts, subject) => {
  const mail = memberMail({ ...to, kind: 'notices', applications: ['a', 'b'], ...counts }, SITE);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(`Application 2: ${SITE}/admin?open=b\n`);
  expect(mail.text).toMatch(/Which mails you get, you set here: \S+section=you\n$/);
});
