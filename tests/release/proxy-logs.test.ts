import { expect, test } from 'vitest';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { askProxy } from '../harness/network/ask-proxy.ts';
import { canRun, proxyNames, startDeployed } from '../harness/network/deployed-proxies.ts';
import { needs } from '@solostead/server-testkit/needs';

for (const name of proxyNames)
  test(
    `the example for ${name} logs no secret of a link, and redirects to TLS`,
    needs(canRun(name), `no ${name} here`),
    async () => {
      // No copy of Solostead answers there, so that the proxies log what they log of failed requests too.
      const { http, https, logText } = await startDeployed(name, [await freePort()]);
      const paths = [
        `/my-application?key=${SECRET}`,
        `/my-application%3Fkey=${SECRET}`,
        `/my-application%253Fkey=${SECRET}`,
        `/confirm-email?application_id=${SECRET}`,
        '/case-study',
      ];
      for (const path of paths)
        await expect.poll(async () => (await openPage(https, path))?.status).toBeOneOf([502, 503]);
      if (name === 'nginx') await expect.poll(logText).toContain('GET /case-study');
      const { status, headers } = (await askProxy(http, { path: paths[0]!, isClear: true }))!;
      expect([301, 308]).toContain(status);
      expect(headers.location).toContain('https://example.org');
      expect(headers['cache-control']).toBe('no-store');
      expect(logText()).not.toContain(SECRET);
    },
  );

const SECRET = 'S3cretOfALink';

const openPage = (port: number, path: string) =>
  askProxy(port, { path, headers: { referer: `https://example.org${path}` } });
