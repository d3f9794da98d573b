import { readdirSync } from 'node:fs';
import { startServer } from '../tests/harness/servers/server.ts';
import { buildTestSite, testSiteDir } from '../tests/harness/servers/site.ts';
import { HttpClient, requestHead } from './support/http-client.ts';
import { underLoad } from './support/load.ts';
import { startLibrary } from './static/library.ts';
import { startNginx } from './static/nginx.ts';
import { median, rounded } from './support/numbers.ts';

export const TITLE =
  'static files: our code and two libraries against one nginx worker, where nginx is installed';

const CLIENTS = 32;
const ROUNDS = 5;

/** A server to ask, and its requests a second in each round. */
interface Server {
  readonly name: string;
  readonly url: string;
  readonly rates: number[];
}

/** All serve the same compressed files to the same clients, in turns; a ratio is the median of the rounds'. */
export async function measure(): Promise<object> {
  await buildTestSite();
  const paths = ['/', someAsset()];
  const nginx = await startNginx(testSiteDir, paths);
  if (!nginx) console.log('  nginx is not installed: there is nothing to compare with');
  const own = await startServer({ keepsLog: false });
  const libraries = ['@fastify/static', 'sirv'];
  const started = await Promise.all(libraries.map((library) => startLibrary(library, testSiteDir)));
  const servers = [
    { name: 'own', url: own.url },
    ...libraries.map((name, index) => ({ name, url: started[index]!.url })),
  ];
  try {
    const figures: object[] = [];
    for (const path of paths) figures.push(await compare(path, servers, nginx?.url ?? null));
    return { files: figures };
  } finally {
    await Promise.all([own, ...started, ...(nginx ? [nginx] : [])].map((server) => server.stop()));
  }
}

function someAsset(): string {
  const [asset] = readdirSync(testSiteDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .toSorted();
  return `/${asset ?? ''}`;
}

async function compare(
  path: string,
  asked: readonly { readonly name: string; readonly url: string }[],
  nginxUrl: string | null,
): Promise<object> {
  const nginx: Server | null = nginxUrl === null ? null : { name: 'nginx', url: nginxUrl, rates: [] };
  const servers = asked.map((server): Server => ({ ...server, rates: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { url, rates } of nginx ? [...servers, nginx] : servers)
      rates.push(await perSecond(`${url}${path}`));
  }
  const summaries = servers.map(({ name, rates }) => ({
    name,
    perSecond: median(rates),
    ratio: nginx ? rounded(median(rates.map((rate, round) => rate / nginx.rates[round]!))) : null,
  }));
  const nginxPerSecond = nginx ? median(nginx.rates) : null;
  console.log(`  ${path}: nginx ${nginxPerSecond ?? '–'}/s`);
  for (const { name, perSecond: rate, ratio } of summaries)
    console.log(`    ${name.padEnd(16)} ${rate}/s, ratio ${ratio ?? '–'}`);
  return { path, nginxPerSecond, servers: summaries };
}

async function perSecond(url: string): Promise<number> {
  const connections = await Promise.all(Array.from({ length: CLIENTS }, () => HttpClient.open(url)));
  const head = requestHead('GET', url, { 'accept-encoding': 'gzip' });
  const { perSecond: rate } = await underLoad(CLIENTS, 1.5, async (client) => {
    const { status, body } = await connections[client]!.send(head);
    if (status !== 200 || body.length === 0)
      throw new Error(`${url} was answered with ${status}, ${body.length} bytes`);
  });
  for (const connection of connections) connection.close();
  return rate;
}
