import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Authority, makeAuthority } from '@solostead/server-testkit/identity/certificates';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { portOf } from '@solostead/server-testkit/network/port-of';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { proofOf, PROOF_HEADER } from '../gateway/own-proof.ts';
import { checkPublicAddresses, judgeCertificate } from './public-addresses.ts';

const keys = { secret: 'sb_secret_of_this_server_0123456' };
const MARK = 'a1b2c3d4e5f6 0123456789ab';
const page = (mark: string) => `<!doctype html><head><meta name="build" content="${mark}"></head>`;

const siteDir = newFolder(afterAll);
let authority: Authority;
const system = getCACertificates('default');
beforeAll(async () => {
  writeFileSync(join(siteDir, 'index.html'), page(MARK));
  authority = await makeAuthority('The lab');
  setDefaultCACertificates([...system, authority.certificate]);
});
afterAll(() => setDefaultCACertificates([...system]));

/** This server with the page of a build. */
const ours =
  (mark = MARK, secret = keys.secret): RequestListener =>
  (request, response) => {
    const value = request.headers[PROOF_HEADER];
    if (typeof value === 'string') response.setHeader(PROOF_HEADER, proofOf(secret, value));
    response.end(request.url === '/' ? page(mark) : '{}');
  };
const answering =
  (status: number, headers: Record<string, string> = {}, text = '<h1>Apache</h1>'): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(text);

// A name of this machine that counts as public. The system resolves it, because it has no dot.
const HOST = 'localhost';
const secured = async (listener: RequestListener, name = HOST) => {
  const { certificate, key } = await authority.issue(name);
  const server = createHttpsServer({ cert: certificate, key }, listener);
  onTestFinished(() => server.closeAllConnections());
  return `https://${HOST}:${await portOf(server)}`;
};
const clear = async (listener: RequestListener) => {
  const server = createHttpServer(listener);
  onTestFinished(() => server.closeAllConnections());
  return `http://${HOST}:${await portOf(server)}`;
};

const isPublic = () => true;
const check = (siteUrl: string, apiUrl = siteUrl) =>
  checkPublicAddresses({ siteUrl, apiUrl, siteDir, keys }, { isPublic });

describe('checkPublicAddresses', { timeout: 20_000 }, () => {
  it('finds this server and its pages at one address, with the days of the certificate', async () => {
    const origin = await secured(ours());
    expect(await check(origin)).toEqual([
      {
        about: 'SITE_URL',
        state: 'fine',
        message: `${origin} leads here, its certificate is good for 1.0 days`,
      },
    ]);
  });

  it('finds the site and the server at two addresses', async () => {
    const [site, api] = [await clear(answering(200, {}, page(MARK))), await clear(ours())];
    expect(await check(site, api)).toEqual([
      { about: 'SITE_URL', state: 'fine', message: `${site} leads here` },
      { about: 'API_EXTERNAL_URL', state: 'fine', message: `${api} leads here` },
    ]);
  });

  it('accepts the same sources at another commit', async () => {
    expect(await check(await clear(ours('ffffffffffff 0123456789ab')))).toMatchObject([{ state: 'fine' }]);
  });

  it('expects no page of a server without a site', async () => {
    const siteUrl = await clear((request, response) => {
      if (request.url === '/') answering(503)(request, response);
      else ours()(request, response);
    });
    const found = await checkPublicAddresses(
      { siteUrl, apiUrl: siteUrl, siteDir: newFolder(), keys },
      { isPublic },
    );
    expect(found).toMatchObject([{ state: 'fine' }]);
  });

  it('leaves out addresses of this machine', async () => {
    const siteUrl = await clear(answering(500));
    expect(await checkPublicAddresses({ siteUrl, apiUrl: siteUrl, siteDir, keys })).toEqual([]);
  });

  it.each<[string, number, string]>([
    ['13 days before the end of 90', 77, 'warning'],
    ['15 days before the end of 90', 75, 'fine'],
    ['2 days before the end of 6', 4, 'fine'],
    ['1 day before the end of 6', 5, 'warning'],
  ])('judges a certificate %s', async (title, days, state) => {
    const lifetime = Number(/\d+$/.exec(title)![0]);
    expect(judgeCertificate({ from: 0, to: lifetime * 86_400_000 }, days * 86_400_000).state).toBe(state);
  });

  it.each<[string, () => Promise<string>, RegExp]>([
    [
      'a certificate for another name',
      () => secured(ours(), 'another.example'),
      / cannot be reached: its certificate is for another name\.$/,
    ],
    [
      'a certificate of an unknown authority',
      async () => {
        const { certificate, key } = await (await makeAuthority('Nobody')).issue(HOST);
        return `https://${HOST}:${await portOf(createHttpsServer({ cert: certificate, key }, ours()))}`;
      },
      / of an authority that is not known here, which NODE_EXTRA_CA_CERTS names\.$/,
    ],
    [
      'a server without TLS at an https address',
      async () => (await clear(ours())).replace('http:', 'https:'),
      / cannot be reached: it does not speak TLS\.$/,
    ],
    [
      'a redirect',
      () => clear(answering(301, { location: 'https://www.lab.example/' })),
      / redirects to https:\/\/www\.lab\.example\/: set the address where it ends\.$/,
    ],
    ['another server', () => clear(answering(200)), / is another server, or has other keys: point /],
    ['a server with other keys', () => clear(ours(MARK, 'sb_secret_of_another')), / has other keys: /],
    ['a proxy without a server', () => clear(answering(502)), / answers 502: see the proxy's log\.$/],
    [
      'another build',
      () => clear(ours('a1b2c3d4e5f6 ffffffffffff')),
      / serves another build \(a1b2c3d4e5f6 ffffffffffff\) than this one \(a1b2c3d4e5f6 0123456789ab\): deploy /,
    ],
    [
      'nothing that listens',
      async () => `http://${HOST}:${await freePort()}`,
      / cannot be reached: nothing listens there\.$/,
    ],
    ['a name that does not exist', async () => 'https://no-such-name', / no such name is known\.$/],
    [
      'a server that never answers',
      async () => `http://${HOST}:${await portOf(createTcpServer(() => {}))}`,
      / no whole answer within 5 seconds\.$/,
    ],
  ])('reports %s in one finding', async (_what, start, sentence) => {
    const origin = await start();
    expect(await check(origin)).toEqual([
      { about: 'SITE_URL', state: 'wrong', message: expect.stringMatching(sentence) },
    ]);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['other pages', answering(200), / serves other pages than this site: /],
    [
      'a page that never ends',
      (_request, response) => {
        const writing = setInterval(() => response.write('<p>more</p>'), 50);
        response.on('close', () => clearInterval(writing));
      },
      / no whole answer within 5 seconds\.$/,
    ],
    [
      'a page that never ends and is fast',
      (_request, response) => {
        const write = () => {
          while (response.write('<p>more</p>'.repeat(5_000)));
        };
        response.on('drain', write);
        write();
      },
      / serves other pages than this site: /,
    ],
  ])('reports a site elsewhere that is %s', async (_what, listener, sentence) => {
    const [site, api] = [await clear(listener), await clear(ours())];
    expect(await check(site, api)).toEqual([
      { about: 'SITE_URL', state: 'wrong', message: expect.stringMatching(sentence) },
      { about: 'API_EXTERNAL_URL', state: 'fine', message: `${api} leads here` },
    ]);
  });
});
