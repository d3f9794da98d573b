import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleApplication, submitApplication } from '../harness/applications.ts';
import { freePort } from '../harness/free-port.ts';
import { hasHaproxy, startHaproxy, type Proxy } from '../harness/haproxy.ts';
import { testKeys } from '../harness/keys.ts';
import { startPostgres, type TestPostgres } from '../harness/postgres.ts';
import { eventually } from '../harness/processes.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { startSmtp, type TestSmtp } from '../harness/smtp.ts';

const email = 'admin@sample.example';

describe.runIf(hasHaproxy())('three copies on one database behind HAProxy', { timeout: 400_000 }, () => {
  let postgres: TestPostgres;
  let smtp: TestSmtp;
  let ports: number[];
  let copies: TestServer[];
  let proxy: Proxy;
  let password: string;

  beforeAll(async () => {
    [postgres, smtp] = await Promise.all([startPostgres(), startSmtp()]);
    ports = [await freePort(), await freePort(), await freePort()];
    copies = await Promise.all(ports.map((port) => startCopy(port)));
    proxy = await startHaproxy(ports);
    ({ password } = await copies[0]!.addAdmin(email));
  }, 180_000);
  afterAll(async () => {
    await proxy?.stop();
    await Promise.all(copies?.map((copy) => copy.stop()) ?? []);
    await Promise.all([postgres?.stop(), smtp?.stop()]);
  });

  const startCopy = (port: number, env: Record<string, string> = {}) =>
    startServer({
      env: {
        DATABASE_URL: postgres.url(),
        SMTP_URL: smtp.url,
        PORT: String(port),
        TRUSTED_PROXIES: '127.0.0.1',
        SITE_URL: 'http://localhost:3000',
        ...env,
      },
    });
  const site = () => ({ url: proxy.url, publishableKey: testKeys.publishable });
  const authClient = () =>
    new AuthClient({
      url: `${proxy.url}/auth/v1`,
      headers: { apikey: testKeys.publishable },
      persistSession: false,
      autoRefreshToken: false,
    });

  test('migrated once, however many started', () => {
    const migrated = copies.map(({ log }) => log.find(({ msg }) => msg === 'ready')!['migrated'] as string[]);
    expect(migrated.filter((files) => files.length > 0)).toHaveLength(1);
  });

  test('a session made by one is refreshed and ended by the others', async () => {
    const client = authClient();
    const { data } = await client.signInWithPassword({ email, password });
    let session = data.session!;
    for (let turn = 0; turn < 6; turn++) {
      const refreshed = await client.refreshSession(session);
      expect(refreshed.error).toBeNull();
      session = refreshed.data.session!;
    }
    expect((await client.signOut()).error).toBeNull();
    expect((await client.refreshSession(session)).error).not.toBeNull();
  });

  test('a mail asked for everywhere at once is sent once', async () => {
    const application = sampleApplication('asked-often');
    await submitApplication(site(), application);
    await Promise.all(copies.flatMap(() => [askForMail(application.email), askForMail(application.email)]));
    await smtp.next((mail) => mail.to?.[0]?.address === application.email);
    await pause(1000);
    expect(mailsTo(application.email)).toBe(1);
  });

  test('killing copies under load loses and doubles nothing acknowledged', async () => {
    const { figures, emails } = await underLoad('killed', async (turn) => {
      await copies[turn]!.kill();
      await pause(300);
      copies[turn] = await startCopy(ports[turn]!);
    });
    await expectKept('copies killed in turn', 'killed', emails, figures);
  });

  test('restarting every copy in turn under load is noticed by nobody', async () => {
    const { figures, emails } = await underLoad('restarted', async (turn) => {
      await copies[turn]!.stop();
      copies[turn] = await startCopy(ports[turn]!);
      await pause(2000); // until the proxy has seen that it is back
    });
    await expectKept('copies restarted in turn', 'restarted', emails, figures);
    expect(figures.repeated).toBe(0);
  });

  test('each mail is sent once while every copy is restarted in turn', async () => {
    const applicants = Array.from({ length: 15 }, (_, number) => sampleApplication(`mailed-${number}`));
    await Promise.all(applicants.map((application) => submitApplication(site(), application)));
    const addresses = applicants.map((application) => application.email);
    const asking = (async () => {
      for (const address of addresses)
        await Promise.all([askForMail(address), askForMail(address), pause(400)]);
    })();
    for (const [at, port] of ports.entries()) {
      await copies[at]!.stop();
      copies[at] = await startCopy(port);
    }
    await asking;
    await eventually(() => addresses.every((address) => mailsTo(address) >= 1), 60);
    await pause(1000);
    expect(addresses.map(mailsTo)).toEqual(addresses.map(() => 1));
  });

  test('signing keys are replaced one copy at a time, and nobody is signed out', async () => {
    const { data } = await authClient().signInWithPassword({ email, password });
    const old = data.session!;
    const keys = [newKey(), ...testKeys.jwks];
    // First every copy learns to verify with the new key, then every copy signs with it.
    for (const order of [[keys[1], keys[0]], keys]) {
      for (const [at, port] of ports.entries()) {
        await copies[at]!.stop();
        copies[at] = await startCopy(port, { JWT_KEYS: JSON.stringify(order) });
        await eventually(async () => (await fetch(`${proxy.url}/health/ready`)).ok);
        expect((await authClient().getUser(old.access_token)).error).toBeNull();
      }
    }
    const fresh = await authClient().refreshSession(old);
    const [header] = fresh.data.session!.access_token.split('.');
    expect(JSON.parse(Buffer.from(header!, 'base64url').toString()).kid).toBe(keys[0]!.kid);
    for (const { url } of copies) {
      const response = await fetch(`${url}/auth/v1/user`, {
        headers: {
          apikey: testKeys.publishable,
          authorization: `Bearer ${fresh.data.session!.access_token}`,
        },
      });
      expect(response.status).toBe(200);
    }
  });

  const askForMail = (address: string) =>
    fetch(`${proxy.url}/functions/v1/send-confirmation-email`, {
      method: 'POST',
      headers: { apikey: testKeys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Sample Builder', email: address }),
    });
  const mailsTo = (address: string) => smtp.mails.filter((mail) => mail.to?.[0]?.address === address).length;

  /** Six people apply through the proxy, a dozen times a second each, while `disturb` has its way with each copy. */
  async function underLoad(series: string, disturb: (turn: number) => Promise<void>) {
    const figures = { requests: 0, repeated: 0, longest: 0 };
    const emails: string[] = [];
    const state = { isOver: false, next: 0 };
    const person = async () => {
      while (!state.isOver) {
        const application = sampleApplication(`${series}-${state.next++}`);
        const started = Date.now();
        for (;;) {
          figures.requests += 1;
          const response = await submitApplication(site(), application).catch(() => null);
          await response?.text().catch(() => '');
          if (response?.status === 201 || response?.status === 409) break;
          figures.repeated += 1;
          await pause(50);
        }
        figures.longest = Math.max(figures.longest, Date.now() - started);
        emails.push(application.email);
        await pause(60);
      }
    };
    const people = Array.from({ length: 6 }, person);
    for (const turn of copies.keys()) {
      await pause(500);
      await disturb(turn);
    }
    state.isOver = true;
    await Promise.all(people);
    return { figures, emails };
  }

  async function expectKept(
    title: string,
    series: string,
    emails: string[],
    figures: { requests: number; repeated: number; longest: number },
  ) {
    const rows = await postgres.sql<{ email: string }>(
      `select email from public.applications where email like 'builder-${series}-%'`,
    );
    const kept = new Set(rows.map(({ email: address }) => address));
    const lost = emails.filter((address) => !kept.has(address));
    console.log(
      `${title}: ${figures.requests} requests, ${figures.repeated} repeated, ${emails.length} acknowledged, ` +
        `${lost.length} lost, ${rows.length - kept.size} doubled, longest wait ${figures.longest} ms`,
    );
    expect(lost).toEqual([]);
    expect(rows).toHaveLength(emails.length);
  }
});

function newKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y, d } = privateKey.export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', alg: 'ES256', kid: crypto.randomUUID(), x, y, d };
}
