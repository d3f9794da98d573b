import { holdRows } from '@solostead/server-testkit/databases/held-rows';
import { manyApplied } from '../../harness/applicant.ts';
import { expect, testMailing } from '../../harness/fixtures.ts';

const test = testMailing({ SMTP_CONNECTIONS: '4' });
test.beforeEach(({ server }) => server.sql('delete from public.applications'));

// message-delivery.test.ts shows that mails are claimed by the rate of SMTP_RATE, turn after turn.
test.for([
  ['one mail in its turn', 8, { turns: 1, passed: '0' }, { claimed: 1, wait_ms: 125 }],
  ['none before the next turn', 8, { turns: 0.2, passed: '-1 hour' }, { claimed: 0, wait_ms: 100 }],
  ['one after an hour without mails', 8, { turns: 0, passed: '1 hour' }, { claimed: 1, wait_ms: 125 }],
  ['a tenth of a second’s mails', 40, { turns: 0, passed: '1 hour' }, { claimed: 4, wait_ms: 25 }],
  ['one although the clock was set back', 8, { turns: 1, passed: '-1 hour' }, { claimed: 1, wait_ms: 125 }],
] as const)('%s may leave', async ([_what, rate, { turns, passed }, expected], { server }) => {
  await manyApplied(server, 6);
  // In one transaction, so that the server sees no mail that it would send.
  const client = await holdRows(
    server,
    `update private.channels
        set send_tokens = $1, tokens_counted_at = clock_timestamp() - $2::interval, slow_until = null
      where name = 'mail'`,
    [turns, passed],
  );
  await client.query(`insert into private.messages (application_id, kind)
    select id, 'confirmation' from public.applications`);
  const { rows } = await client.query(
    `select jsonb_array_length(answer -> 'messages') as claimed, (answer ->> 'wait_ms')::integer as wait_ms
       from private.claim_messages('mail', 6, $1) as answer`,
    [rate],
  );
  expect(rows[0]).toEqual(expected);
  const left = await client.query(`select send_tokens as turns from private.channels where name = 'mail'`);
  expect(left.rows[0].turns).toBeLessThan(1);
});
