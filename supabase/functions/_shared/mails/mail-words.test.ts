import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { confirmationMail } from './confirmation-mail.ts';
import { reviewMail } from './review-mail.ts';

const SITE = 'https://lab.example';
const schema = readFileSync(
  new URL('../../../migrations/20261126032430_mail_templates.sql', import.meta.url),
  'utf8',
);
const templates = [...schema.matchAll(/E'(Hello \{\{name\}\},[^']*)'/g)].map(([, body]) =>
  body!.replaceAll('\\n', '\n'),
);

const confirmation = confirmationMail(
  { id: 'x', name: 'Ada', email: 'ada@example.org', answer_days: null },
  SITE,
);
const decisions = templates.map((body) =>
  reviewMail({ email: 'ada@example.org', subject: 'Hello', body }, SITE, null),
);

it('has five decision mails to look at', () => {
  expect(decisions).toHaveLength(5);
});

it.each([confirmation, ...decisions].map((mail) => [mail.text, mail.html]))(
  'begins with a capital after its greeting and ends with the link to /privacy: %s',
  (text, html) => {
    expect(text).toMatch(/^Hello (Ada|\{\{name\}\}),\n\n[A-Z]/);
    expect(text).toMatch(/\n\nSolostead\n\nHow we handle your data: https:\/\/lab\.example\/privacy\n$/);
    expect(html).toContain('href="https://lab.example/privacy"');
  },
);
