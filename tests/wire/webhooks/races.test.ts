import { Client } from 'pg';
import { makeApplication } from '../../harness/member.ts';
import { expect, test } from '../../harness/fixtures.ts';

test('an application that arrives while an address is removed is stored', async ({ server, owner }) => {
  const { id } = await owner.call<{ id: string }>('review_webhook_add', {
    kind: 'webhook',
    url: 'https://hooks.example/a',
    events: ['application.received'],
  });
  const other = new Client({ connectionString: server.databaseUrl });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('delete from private.webhooks where id = $1', [id]);
    const application = makeApplication(server, 'meanwhile');
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into public.applications%'`;
    await expect.poll(async () => (await server.sql(waits)).length, { timeout: 20_000 }).toBe(1);
    await other.query('commit');
    expect(await application).toMatch(/^[0-9a-f-]{36}$/);
  } finally {
    await other.end();
  }
});
