import { spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '@solostead/server-testkit/databases/postgres';
import { needs } from '@solostead/server-testkit/needs';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { makeApplication, makeMember } from '../harness/member.ts';
import { startServer } from '../harness/servers/server.ts';

// Only root may listen on port 53 and give one process another list of name servers.
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0;

test(
  'names of webhooks whose name server never answers hold up no connection of the database',
  needs(canMount, 'no root here'),
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const [nameServer, names] = await startNameServer();
    const config = join(newFolder(), 'resolv.conf');
    // The system's look-ups would wait for longer than the server waits for a connection.
    writeFileSync(config, `nameserver ${nameServer.address().address}\noptions timeout:30 attempts:5\n`);
    const server = await startServer({
      env: { DATABASE_URL: postgres.url().replace('127.0.0.1', 'localhost') },
      within: ['unshare', '-m', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', config],
    });
    onTestFinished(() => server.stop());
    const owner = await makeMember(server, 'owner@lab.example', 'owner');
    for (const host of ['one', 'two', 'three'])
      await owner.call('review_webhook_add', {
        ...{ kind: 'webhook', url: `https://${host}.silent.example/`, includes_person: false },
        events: ['application.received'],
      });
    for (let count = 0; count < 6; count++) await makeApplication(server, `silent-${count}`);
    // Each name is asked for, so its deliveries wait.
    await eventually(() => names.size === 3);
    await postgres.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and application_name like 'solostead%'`);
    const read = async () => {
      const response = await fetch(`${server.url}/rest/v1/lab_terms?select=answer_days`, {
        headers: { apikey: server.publishableKey },
      });
      return response.status;
    };
    const statuses = await Promise.all(Array.from({ length: 16 }, read));
    expect(new Set(statuses)).toEqual(new Set([200]));
  },
);

/** A name server that receives questions and answers none, and the names it was asked for. */
async function startNameServer(): Promise<[Socket, ReadonlySet<string>]> {
  const socket = createSocket('udp4').bind(53, '127.0.0.66');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const names = new Set<string>();
  socket.on('message', (question) => {
    const [, name] = /(one|two|three)\x06silent/.exec(question.toString('latin1')) ?? [];
    if (name) names.add(name);
  });
  return [socket, names];
}
