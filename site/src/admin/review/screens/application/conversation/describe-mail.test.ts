import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeMail } from './describe-mail.ts';

const mail = (topic: string | null, kind: 'applicant' | 'confirmation' | 'review' = 'applicant') =>
  describeMail({
    kind,
    topic,
    state: 'sent',
    subject: kind === 'review' ? 'Come and talk' : null,
    created_at: '',
    sent_at: null,
    due_at: '',
    id: null,
    about: null,
    failure: null,
    retries: 0,
  });

test('each topic of a mail to an applicant has its own words', () => {
  const files = globSync('supabase/migrations/*.sql').toSorted();
  const sql = files.map((file) => readFileSync(file, 'utf8')).join('');
  const [, list = ''] = [...sql.matchAll(/messages_topic_check check \(topic in \(([^)]*)\)/g)].at(-1)!;
  const topics = [...list.matchAll(/'(\w+)'/g)].map(([, topic]) => topic!);
  // That one is to the assignee.
  const texts = topics.filter((topic) => topic !== 'corrected').map((topic) => mail(topic));
  expect(new Set(texts).size).toBe(topics.length - 1);
  expect(texts).not.toContain(mail(null));
});

test.each([
  ['withdrawn', 'applicant', 'Email about the withdrawal: sent'],
  ['of a later version', 'applicant', 'Email with a link to their page: sent'],
  [null, 'confirmation', 'Confirmation email: sent'],
  [null, 'review', 'Email “Come and talk”: sent'],
] as const)('a mail of the topic %s and the kind %s is described', (topic, kind, text) => {
  expect(mail(topic, kind).replaceAll(/[\u2068\u2069]/g, '')).toBe(text);
});
