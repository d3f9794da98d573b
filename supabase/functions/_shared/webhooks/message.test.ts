import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { composeMessage } from './message.ts';
import type { WebhookOrder } from './webhook-order.ts';

const secrets = ['new', 'former'].map((name) => `whsec_${btoa(name.padEnd(32, '.'))}`);
const order: WebhookOrder = {
  id: '1',
  attempt: 1,
  kind: 'webhook',
  url: 'https://hooks.example',
  event: 'application.moved',
  occurred_at: '2026-11-22 20:00:00+00',
  application_id: 'a',
  status: 'in_review',
  previous_status: 'submitted',
  secrets,
};
const compose = (changed: Partial<WebhookOrder> = {}) =>
  composeMessage({ ...order, ...changed }, 'https://lab.example', new Date());

test('names the event, its time and the application, with a link to it', () => {
  expect(JSON.parse(compose().body)).toEqual({
    type: 'application.moved',
    timestamp: '2026-11-22T20:00:00.000Z',
    data: {
      application_id: 'a',
      status: 'in_review',
      previous_status: 'submitted',
      review_url: 'https://lab.example/admin?open=a',
    },
  });
});

test('has no link to an application that was erased', () => {
  expect(JSON.parse(compose({ event: 'application.erased' }).body).data).not.toHaveProperty('review_url');
});

test('is signed with each secret, for the id of its delivery', () => {
  const { headers, body } = compose();
  expect(headers['webhook-id']).toBe('msg_1');
  for (const secret of secrets)
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
  const alone = compose({ secrets: secrets.slice(0, 1) });
  expect(() => new Webhook(secrets[1]!).verify(alone.body, { ...alone.headers })).toThrow(
    'No matching signature',
  );
});

test('is one text without a signature for Slack', () => {
  const { headers, body } = compose({ kind: 'slack', secrets: [] });
  expect(headers).toEqual({ 'content-type': 'application/json', 'user-agent': 'Solostead-Webhooks' });
  expect(JSON.parse(body)).toEqual({
    text: 'An application was moved.\nFrom submitted to in review.\n<https://lab.example/admin?open=a|Review it>',
  });
});
