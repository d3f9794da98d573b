import { readdirSync } from 'node:fs';
import { startServer } from '../tests/harness/servers/server.ts';
import { buildTestSite, testSiteDir } from '../tests/harness/servers/site.ts';
import { HttpClient, requestHead } from './support/http-client.ts';
import { underLoad } from './support/load.ts';
import { startNginx } from './static/nginx.ts';
import { CannotRun } from './support/cannot-run.ts';
import { medians } from './support/numbers.ts';

export const TITLE = 'static files against one nginx worker, where nginx is installed';

const CLIENTS = 32;
const ROUNDS = 5;

/** Both serve the same compressed files to the same clients in turns. The ratio is the median of the rounds. */
export async function measure(): Promise<object> {
  await buildTestSite();
  const paths = ['/', someAsset()];
  const nginx = await startNginx(testSiteDir, paths);
  if (!nginx) throw new CannotRun('nginx is not installed: there is nothing to compare with');
  const own = await startServer({ keepsLog: false });
  try {
    const figures: Record<string, object> = {};
    for (const [index, path] of paths.entries()) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const ownRate = await perSecond(own.url + path);
        const nginxRate = await perSecond(nginx.url + path);
        rounds.push({ perSecond: ownRate, nginxPerSecond: nginxRate, ratio: ownRate / nginxRate });
      }
      const figure = medians(rounds);
      figures[index === 0 ? 'page' : 'script'] = figure;
      console.log(
        `  ${path}: ${figure.perSecond}/s, nginx ${figure.nginxPerSecond}/s, ratio ${figure.ratio}`,
      );
    }
    return figures;
  } finally {
    await Promise.all([own.stop(), nginx.stop()]);
  }
}

function someAsset(): string {
  const [asset] = readdirSync(testSiteDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .toSorted();
  return `/${asset ?? ''}`;
}

async function perSecond(url: string): Promise<number> {
  const connections = await HttpClient.openMany(url, CLIENTS);
  const head = requestHead('GET', url, { 'accept-encoding': 'gzip' });
  const { perSecond: rate } = await underLoad(CLIENTS, 1.5, async (client) => {
    const { status, body } = await connections[client]!.send(head);
    if (status !== 200 || body.length === 0)
      throw new Error(`${url} was answered with ${status}, ${body.length} bytes`);
  });
  for (const connection of connections) connection.close();
  return rate;
}
