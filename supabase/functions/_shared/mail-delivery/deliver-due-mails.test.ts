import { expect, test, vi } from 'vitest';
import { newFolder } from '../../../../server/tests/harness/new-folder.ts';
import { MailDelivery } from './deliver-due-mails.ts';

test('a mail that is no longer wanted is not counted as sent', async () => {
  vi.stubEnv('SUPABASE_URL', 'http://services.example');
  vi.stubEnv('SUPABASE_SECRET_KEYS', '{"default":"sb_secret_sample"}');
  vi.stubEnv('MAIL_FROM', 'a@lab.example');
  vi.stubEnv('MAIL_OUTBOX', newFolder());
  vi.stubEnv('SITE_URL', 'https://lab.example');
  // Without its address the lab gets no mail.
  vi.stubEnv('MAIL_TO_LAB', '');
  const claimed = { orders: [{ id: 'one', kind: 'lab' }], wait_ms: 0, unrecorded: [] };
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.endsWith('/finish_mail') ? null : claimed));
  expect(await new MailDelivery().deliverUntil(Date.now() + 1000)).toEqual({
    sent: 0,
    failed: 0,
    more: false,
  });
});
