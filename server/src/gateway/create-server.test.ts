import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import type { Config } from '../config.ts';
import { createServer } from './create-server.ts';

it('gives every answer 30 seconds in which its client must take some of it', async () => {
  const config = { apiUrl: 'http://localhost', trustedProxies: [] } as unknown as Config;
  const app = createServer(config, pino({ level: 'silent' }), () => false);
  const timeouts: unknown[] = [];
  app.get('/', (_request, reply) => reply.send('answer'));
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    timeouts.push(raw.socket?.timeout);
    done(null, payload);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect(timeouts).toEqual([30_000]);
});
