import { expect, it } from 'vitest';
import { slackText } from './slack-text.ts';
import type { WebhookOrder } from './webhook-order.ts';

const order: WebhookOrder = {
  id: '1',
  attempt: 1,
  kind: 'slack',
  url: 'https://hooks.example.org',
  event: 'application.received',
  occurred_at: '2026-11-22T20:00:00Z',
  person: { name: 'Sample \u202eBuilder\u2066', email: 'sample@example.org' },
  secrets: [],
};

it('a name does not reverse the text after it', () => {
  expect(slackText(order, undefined)).toBe('A new application arrived.\nSample Builder, sample@example.org');
});

it('an applicant cannot write markup', () => {
  const person = { name: '<!channel> & <b>\nApproved', email: 'slack@example.org', linkedin: 'https://in' };
  expect(slackText({ ...order, person }, 'https://lab.example/admin')).toBe(
    'A new application arrived.\n&lt;!channel&gt; &amp; &lt;b&gt; / Approved, slack@example.org, https://in\n<https://lab.example/admin|Review it>',
  );
});
