import { expect, test as base } from 'vitest';
import { makeMember } from '../../harness/member.ts';
import { startServer } from '../../harness/servers/server.ts';
import { startHooks } from '../../harness/webhooks/hooks.ts';

export { expect } from 'vitest';
export { makeApplication } from '../../harness/member.ts';

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly application_id: string | null;
  readonly state: 'due' | 'sending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly next_at: string | null;
  readonly tried_at: string | null;
  readonly response_status: number | null;
  readonly duration_ms: number | null;
  readonly error: string | null;
}

interface Listed {
  readonly id: string;
  readonly url: string;
  readonly state: string;
  readonly failing_since: string | null;
  readonly former_secret_until: string | null;
  readonly last: Pick<Delivery, 'state' | 'tried_at' | 'response_status' | 'error'> | null;
}

export type WebhookDesk = Awaited<ReturnType<typeof openWebhookDesk>>;

/** A test with the fixture `desk`, which the file's tests share. */
export const test = base.extend('desk', { scope: 'file' }, async ({}, { onCleanup }) => {
  const desk = await openWebhookDesk();
  onCleanup(desk.stop);
  return desk;
});

/** A server with an owner, and a place for hooks that it may reach. */
async function openWebhookDesk() {
  const hooks = await startHooks();
  const server = await startServer({ env: hooks.env });
  const owner = await makeMember(server, 'owner@lab.example', 'owner');
  const log = (id: string) => owner.call<Delivery[]>('review_webhook_log', { webhook_id: id });
  return {
    server,
    hooks,
    owner,
    log,
    /** Adds an address with a unique path for these events. */
    add: (path: string, events: readonly string[], more: object = {}) =>
      owner.call<{ id: string; secret: string | null }>('review_webhook_add', {
        ...{ kind: 'webhook', url: `${hooks.url}${path}`, includes_person: false },
        events,
        ...more,
      }),
    listed: async (id: string) =>
      (await owner.call<Listed[]>('review_webhooks')).find((listed) => listed.id === id)!,
    /** Waits until the newest line of the log is in this state. */
    async settled(id: string, state: Delivery['state']) {
      await expect.poll(async () => (await log(id))[0]?.state).toBe(state);
      return (await log(id))[0]!;
    },
    /** Lets messages that wait for their retry be due. */
    async hurry(id: string) {
      await server.sql`update private.messages set due_at = now()
        where webhook_id = ${id} and state = 'due'`;
      await server.sql(`select pg_notify('webhooks', '')`);
    },
    async stop() {
      await server.stop();
      await hooks.stop();
    },
  };
}
