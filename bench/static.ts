import { readdirSync } from 'node:fs';
import { startServer } from '../tests/harness/servers/server.ts';
import { testSiteDir } from '../tests/harness/servers/site.ts';
import { HttpClient, requestHead } from './support/http-client.ts';
import { underLoad } from './support/load.ts';
import { startNginx } from './static/nginx.ts';
import { median, rounded } from './support/numbers.ts';

export const TITLE = 'static files against one nginx worker, where nginx is installed';

const CLIENTS = 32;
const ROUNDS = 5;

/** Both serve the same compressed files to the same clients, in turns; the ratio is the median of the rounds'. */
export async function measure(): Promise<object> {
  const server = await startServer({ keepsLog: false, site: true });
  const paths = ['/', await someAsset()];
  const nginx = await startNginx(testSiteDir, paths);
  if (!nginx) console.log('  nginx is not installed: there is nothing to compare with');
  try {
    const figures: object[] = [];
    for (const path of paths) figures.push(await compare(path, server.url, nginx?.url ?? null));
    return { files: figures };
  } finally {
    await nginx?.stop();
    await server.stop();
  }
}

async function someAsset(): Promise<string> {
  const [asset] = readdirSync(testSiteDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .toSorted();
  return `/${asset ?? ''}`;
}

async function compare(path: string, ours: string, theirs: string | null): Promise<object> {
  const turns: { own: number; nginx: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await perSecond(`${ours}${path}`);
    turns.push({ own, nginx: theirs ? await perSecond(`${theirs}${path}`) : 0 });
  }
  const own = median(turns.map((turn) => turn.own));
  const nginx = theirs ? median(turns.map((turn) => turn.nginx)) : null;
  const ratio = theirs ? rounded(median(turns.map((turn) => turn.own / turn.nginx))) : null;
  console.log(`  ${path}: ${own}/s, nginx ${nginx ?? '–'}/s, ratio ${ratio ?? '–'}`);
  return { path, perSecond: own, nginxPerSecond: nginx, ratio };
}

async function perSecond(url: string): Promise<number> {
  const connections = await Promise.all(Array.from({ length: CLIENTS }, () => HttpClient.open(url)));
  const head = requestHead('GET', url, { 'accept-encoding': 'gzip' });
  const { perSecond: rate } = await underLoad(CLIENTS, 1.5, async (client) => {
    const { status, length } = await connections[client]!.send(head);
    if (status !== 200 || length === 0)
      throw new Error(`${url} was answered with ${status}, ${length} bytes`);
  });
  for (const connection of connections) connection.close();
  return rate;
}
