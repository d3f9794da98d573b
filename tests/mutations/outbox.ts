import type { Fault } from '@solostead/server-testkit/fault';

export const outbox: readonly Fault[] = [
  {
    rule: 'A message whose sender died is claimed again after two minutes',
    file: 'supabase/migrations/20261129011730_outbox.sql',
    search: "as $$ select interval '2 minutes' $$;",
    replace: "as $$ select interval '2 years' $$;",
    tests: [
      'tests/wire/mail/conversation.test.ts#same Message-ID',
      'tests/wire/webhooks/bad-days.test.ts#killed',
    ],
  },
  {
    rule: 'A message that is being sent is claimed by no other sender',
    file: 'supabase/migrations/20261129011730_outbox.sql',
    search: 'claimed_at < now() - private.claim_time())',
    replace: 'claimed_at <= now())',
    tests: ['tests/wire/mail/queue.test.ts#copies that record and claim'],
  },
  {
    rule: 'The outcome of a message whose claim expired is ignored',
    file: 'supabase/migrations/20261129011730_outbox.sql',
    search: "and m.claims = (outcome ->> 'attempt')::integer",
    replace: '',
    tests: ['tests/wire/mail/queue.test.ts#claim expired'],
  },
  {
    rule: 'A message is tried again after growing pauses',
    file: 'supabase/migrations/20261129011730_outbox.sql',
    search: 'now() + c.retry_pauses[greatest(m.attempts, 1)]',
    replace: 'now() + c.retry_pauses[1]',
    tests: ['tests/wire/webhooks/bad-days.test.ts#503'],
  },
  {
    rule: 'A message is given up after its last try',
    file: 'supabase/migrations/20261129011730_outbox.sql',
    search: "m.attempts > cardinality(c.retry_pauses) then 'failed'",
    replace: "m.attempts > 2 * cardinality(c.retry_pauses) then 'failed'",
    tests: ['tests/wire/webhooks/bad-days.test.ts#503'],
  },
  {
    rule: 'Each kind of message has its own pauses',
    file: 'supabase/migrations/20261129011730_outbox.sql',
    search: "case message.kind when 'webhook' then 'webhook' else 'mail' end;",
    replace: "'mail';",
    tests: ['tests/wire/webhooks/bad-days.test.ts#503'],
  },
  {
    rule: 'An address has five messages of a webhook under way at most',
    file: 'supabase/migrations/20261129011840_webhook_messages.sql',
    search: "(select c.max_sending_per_address from private.channels c where c.name = 'webhook') - count(*)",
    replace: '500 - count(*)',
    tests: ['tests/wire/webhooks/bad-days.test.ts#hangs'],
  },
  {
    rule: 'A mail keeps its id at each try',
    file: 'supabase/functions/_shared/mail-delivery/mail-headers.ts',
    search: 'messageId: idOf(order.id),',
    replace: 'messageId: idOf(crypto.randomUUID()),',
    tests: ['tests/wire/mail/conversation.test.ts#same Message-ID'],
  },
  {
    rule: 'A message to a webhook keeps its id at each try',
    file: 'supabase/functions/_shared/webhooks/message.ts',
    search: 'const id = `msg_${order.id}`;',
    replace: 'const id = `msg_${crypto.randomUUID()}`;',
    tests: [
      'supabase/functions/_shared/webhooks/message.test.ts',
      'tests/wire/webhooks/bad-days.test.ts#503',
    ],
  },
  {
    rule: 'An address that is away delays no mail',
    file: 'supabase/migrations/20261129015840_message_exchange.sql',
    search: 'limit batch\n       for update of a, m skip locked',
    replace:
      "limit greatest(0, batch - (select count(*) from private.messages o where o.state = 'sending'))\n       for update of a, m skip locked",
    tests: ['tests/wire/mail/one-outbox.test.ts#10,000'],
  },
  {
    rule: 'A mail server that is away delays no message to a webhook',
    file: 'supabase/migrations/20261129015840_message_exchange.sql',
    search: 'select * into c from private.channels where name = channel;',
    replace: "select * into c from private.channels where name = 'mail';",
    tests: ['tests/wire/mail/one-outbox.test.ts#delays no message'],
  },
];
