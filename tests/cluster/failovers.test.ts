import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../harness/cluster/cluster.ts';
import { hasCluster, noCluster } from '../harness/cluster/installed.ts';
import { LEASE_SECONDS, type Node } from '../harness/cluster/node.ts';
import { startSmtp, type TestSmtp } from '@solostead/server-testkit/mail/smtp';
import { needs } from '@solostead/server-testkit/needs';
import { type Proxy, startHaproxy } from '../harness/network/haproxy.ts';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { CLUSTER_PASSWORD } from '@solostead/server-testkit/databases/postgres';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { startServer, type TestServer } from '../harness/servers/server.ts';
import { startTraffic, type Refusal, type Acknowledged } from './traffic.ts';

const EMAIL = 'admin@sample.example';
/** The longest time a copy may refuse requests after the new primary commits. */
const PATIENCE_MS = 15_000;

describe(
  'two copies on a Patroni cluster behind HAProxy',
  { timeout: 240_000, ...needs(hasCluster, noCluster) },
  () => {
    let cluster: Cluster;
    let smtp: TestSmtp;
    let copies: TestServer[] = [];
    let proxy: Proxy;
    let password: string;

    beforeAll(async () => {
      [cluster, smtp] = await Promise.all([startCluster(), startSmtp()]);
      // The role and the database of server/docs/database.md.
      await cluster.sql(`create role solostead login createrole bypassrls password '${CLUSTER_PASSWORD}'`);
      await cluster.sql('create role service_role noinherit bypassrls');
      await cluster.sql('grant service_role to solostead with admin option');
      await cluster.sql('create database solostead owner solostead');
      const ports = [await freePort(), await freePort()];
      copies = await Promise.all(ports.map((port) => startCopy(port)));
      proxy = await startHaproxy(ports);
      ({ password } = await copies[0]!.addAdminByCommand(EMAIL));
    }, 240_000);
    afterAll(async () => {
      await proxy?.stop();
      await Promise.all(copies.map((copy) => copy.stop()));
      await Promise.all([cluster?.stop(), smtp?.stop()]);
    }, 120_000);

    const startCopy = (port: number) =>
      startServer({
        site: true,
        env: {
          DATABASE_URL: cluster.url('solostead', 'solostead'),
          SMTP_URL: smtp.url,
          PORT: String(port),
          TRUSTED_PROXIES: '127.0.0.1',
          SITE_URL: 'http://localhost:3000',
        },
      });
    const ready = async () =>
      (await Promise.all(copies.map(({ url }) => fetch(`${url}/health/ready`)))).every(({ ok }) => ok);

    interface Event {
      readonly name: string;
      /** Begins it and returns the former primary. */
      readonly begin: () => Promise<Node>;
      /** Puts the cluster together again, after the new primary has taken writes. */
      readonly mend?: (former: Node) => Promise<void>;
    }

    /** Lets it happen under load and a slow mail server, and holds the product to what it promises. */
    async function happens({ name, begin, mend }: Event) {
      await cluster.settled();
      const traffic = await startTraffic(proxy.url, name, { email: EMAIL, password });
      await eventually(() => traffic.acknowledged.applied.length >= 60, 60);
      smtp.behave('slow');
      const began = performance.now();
      const former = await begin();
      const others = cluster.nodes.filter((node) => node !== former);
      await eventually(
        async () => (await Promise.all(others.map((node) => node.takesWrites()))).some(Boolean),
        90,
      );
      const tookWrites = performance.now();
      smtp.behave('accept');
      await mend?.(former);
      await eventually(() => performance.now() > tookWrites + PATIENCE_MS, 60);
      const enough = traffic.acknowledged.applied.length + 60;
      await eventually(() => traffic.acknowledged.applied.length >= enough, 30);
      await cluster.settled();
      const acknowledged = await traffic.finish();
      const figures = await compare(acknowledged);
      print(name, { acknowledged, figures, leaderless: tookWrites - began });
      expect(figures).toMatchObject({ lost: [], doubled: 0, mailsLost: [], unlikeDoubles: [] });
      expect(acknowledged.sessionsLost).toBe(0);
      expect(acknowledged.refusals.filter((refusal) => !isGood(refusal))).toEqual([]);
      expect(acknowledged.refusals.filter(({ at }) => at > tookWrites + PATIENCE_MS)).toEqual([]);
      expect(copies.map((copy) => copy.exitCode())).toEqual([null, null]);
      await eventually(ready, 15);
    }

    /** Returns true for a 503 with Retry-After, or a 502 from a function. Pages are never refused. */
    const isGood = ({ what, status, retryAfter }: Refusal) =>
      what !== 'page' && status === (what === 'mail' ? 502 : 503) && Number(retryAfter) > 0;

    async function compare({ series, applied, mailed }: Acknowledged) {
      const rows = await cluster.sql<{ email: string }>(
        `select email from public.applications where email like 'builder-${series}-%'`,
        'solostead',
      );
      const stored = new Set(rows.map(({ email }) => email));
      const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to?.[0]?.address === address);
      await eventually(() => mailed.every((address) => mailsTo(address).length > 0), 150).catch(() => {});
      const doubles = mailed.map(mailsTo).filter((mails) => mails.length > 1);
      return {
        lost: applied.filter(({ email }) => !stored.has(email)),
        doubled: rows.length - applied.length,
        mailsLost: mailed.filter((address) => mailsTo(address).length === 0),
        mailsDoubled: doubles.length,
        unlikeDoubles: doubles.filter((mails) => new Set(mails.map(({ messageId }) => messageId)).size > 1),
      };
    }

    test('a switchover', () => happens({ name: 'switchover', begin: () => cluster.switchover() }));

    test('the primary and its agent killed at once', () =>
      happens({
        name: 'primary killed',
        begin: async () => {
          const primary = await cluster.primary();
          await primary.kill();
          return primary;
        },
        mend: async (former) => former.start(),
      }));

    test('the primary frozen for longer than its lease, and then resumed', () =>
      happens({
        name: 'primary frozen',
        begin: async () => {
          const primary = await cluster.primary();
          primary.freeze();
          return primary;
        },
        mend: async (former) => {
          await pause(LEASE_SECONDS * 1000);
          former.thaw();
        },
      }));

    test('a switchover behind a proxy that ends no session', async () => {
      await cluster.endsSessions(false);
      try {
        await happens({ name: 'switchover, sessions left open', begin: () => cluster.switchover() });
      } finally {
        await cluster.endsSessions(true);
      }
    });
  },
);

/** The longest time in which no application was acknowledged. */
function silence({ applied }: Acknowledged): number {
  const times = applied.map(({ at }) => at).toSorted((left, right) => left - right);
  return Math.max(...times.slice(1).map((at, index) => at - times[index]!));
}

function print(
  name: string,
  {
    acknowledged,
    figures,
    leaderless,
  }: {
    acknowledged: Acknowledged;
    figures: { lost: object[]; doubled: number; mailsDoubled: number };
    leaderless: number;
  },
) {
  const kinds = [
    ...new Set(acknowledged.refusals.map(({ what, status }) => `${what} ${status ?? 'broken'}`)),
  ].map(
    (kind) =>
      `${kind}: ${acknowledged.refusals.filter(({ what, status }) => `${what} ${status ?? 'broken'}` === kind).length}`,
  );
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  console.log(
    `${name}: ${acknowledged.applied.length} acknowledged, ${figures.lost.length} lost, ${figures.doubled} doubled; ` +
      `${acknowledged.mailed.length} mails, ${figures.mailsDoubled} doubled; ${acknowledged.refreshes} refreshes, ${acknowledged.sessionsLost} sessions lost; ` +
      `${acknowledged.pages} pages; ${acknowledged.refusals.length} refused (${kinds.join(', ')}); no primary for ${seconds(leaderless)} s, ` +
      `silence between acknowledgements ${seconds(silence(acknowledged))} s`,
  );
}
