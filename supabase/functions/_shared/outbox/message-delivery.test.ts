import { expect, test, vi } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { mailChannel } from '../mail-delivery/mail-channel.ts';
import { MessageDelivery } from './message-delivery.ts';

test('mails are claimed by the rate, turn after turn, and one that is no longer wanted is not counted as sent', async () => {
  vi.stubEnv('SUPABASE_URL', 'http://services.example');
  vi.stubEnv('SUPABASE_SECRET_KEYS', '{"default":"sb_secret_sample"}');
  vi.stubEnv('MAIL_FROM', 'a@lab.example');
  vi.stubEnv('MAIL_OUTBOX', newFolder());
  vi.stubEnv('SITE_URL', 'https://lab.example');
  vi.stubEnv('SMTP_RATE', '14');
  // Without its address the lab gets no mail.
  vi.stubEnv('MAIL_TO_LAB', '');
  const nothing = { messages: [], wait_ms: 0, unrecorded: [] };
  const answers = [20, 0].map((wait_ms, id) => ({
    ...nothing,
    messages: [{ id, kind: 'lab', attempt: 1 }],
    wait_ms,
  }));
  const claims: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    expect(url).toBe('http://services.example/rest/v1/rpc/exchange_messages');
    claims.push(JSON.parse(body));
    return Response.json(answers[claims.length - 1] ?? nothing);
  });
  expect(await new MessageDelivery(mailChannel()).deliverUntil(Date.now() + 60_000)).toEqual({
    sent: 0,
    failed: 0,
    more: false,
  });
  const claim = { channel: 'mail', outcomes: [], batch: expect.any(Number), per_second: 14, waits: false };
  const ended = (id: number) => ({ ...claim, outcomes: [{ id, unwanted: true, attempt: 1 }] });
  expect(claims).toEqual([claim, ended(0), ended(1)]);
});
