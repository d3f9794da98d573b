import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import type { Config } from '../configuration/config.ts';
import { createServer } from './create-server.ts';

test('starts although a service waits for its database for a minute', async () => {
  const config = { trustedProxies: [] as string[], apiUrl: 'http://127.0.0.1' } as unknown as Config;
  const server = createServer(config, pino({ enabled: false }), () => false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const database = Promise.withResolvers<void>();
  const requested = new Promise<void>((ask) => {
    server.register(async () => {
      ask();
      await database.promise;
    });
  });
  const started = server.ready();
  await requested;
  await vi.advanceTimersByTimeAsync(60_000);
  database.resolve();
  await expect(started).resolves.toBe(server);
  await server.close();
});
