import { expect, test } from 'vitest';
import { mailHeaders } from './mail-headers.ts';

const sender = { host: 'lab.example', replyTo: 'hello@lab.example' };

test('the first mail of a conversation has an id and no references', () => {
  expect(mailHeaders({ message_key: 'a' }, sender, true)).toEqual({
    messageId: '<a@lab.example>',
    replyTo: 'hello@lab.example',
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
});

test('a later mail references those before it, answers the latest, and has its replies sent to the assignee', () => {
  const order = { message_key: 'c', earlier: ['a', 'b'], reply_to: 'ada@lab.example' };
  expect(mailHeaders(order, sender, false)).toEqual({
    messageId: '<c@lab.example>',
    inReplyTo: '<b@lab.example>',
    references: ['<a@lab.example>', '<b@lab.example>'],
    replyTo: 'ada@lab.example',
  });
});

test('a mail outside a conversation gets its id from the mailer', () => {
  expect(mailHeaders({}, { ...sender, replyTo: null }, false)).toEqual({});
});
