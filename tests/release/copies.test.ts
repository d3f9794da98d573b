import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authClient } from '@solostead/server-testkit/auth/clients';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { sampleApplication } from '../harness/applicant.ts';
import { submitApplication } from '../harness/applications.ts';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { hasHaproxy, startHaproxy, type Proxy } from '../harness/network/haproxy.ts';
import { newSigningKey, testKeys } from '@solostead/server-testkit/servers/keys';
import { startPostgres, type TestPostgres } from '@solostead/server-testkit/databases/postgres';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { startServer, type TestServer } from '../harness/servers/server.ts';
import { startSmtp, type TestSmtp } from '@solostead/server-testkit/mail/smtp';
import { expectStored, underLoad, watchOthers } from '../faults/load.ts';
import { needs } from '@solostead/server-testkit/needs';
const options = { timeout: 400_000, ...needs(hasHaproxy(), 'no HAProxy here') };

describe('three copies on one database behind HAProxy', options, () => {
  const folder = newDataFolder(afterAll);
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
    ({ password } = await copies[0]!.addAdmin(EMAIL));
  });
  afterAll(async () => {
    await proxy?.stop();
    await Promise.all(copies?.map((copy) => copy.stop()) ?? []);
    await Promise.all([postgres?.stop(), smtp?.stop()]);
  });

  const startCopy = (port: number, env: Record<string, string> = {}) =>
    startServer({
      dataDir: join(folder, String(port)),
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

  test('killing copies under load loses and doubles nothing acknowledged', async () => {
    const disturb = () =>
      inTurn(async (turn) => {
        await copies[turn]!.kill();
        await pause(300);
        copies[turn] = await startCopy(ports[turn]!);
      });
    const load = await underLoad(proxy.url, { name: 'killed', people: 4, disturb });
    await expectStored(postgres, load);
  });

  test('a lost database is reported in the format of each protocol, and nothing is lost', async () => {
    const { data } = await authClient(site()).signInWithPassword({ email: EMAIL, password });
    const watch = watchOthers(proxy.url, data.session!.access_token);
    let mails: Awaited<ReturnType<typeof mailsOnTheirWay>>;
    const disturb = async () => {
      await pause(1000);
      mails = await mailsOnTheirWay();
      await postgres.kill();
      await pause(12_000);
      await postgres.start();
    };
    const load = await underLoad(proxy.url, { name: 'gone', people: 4, disturb });
    const others = await watch.finish();
    expect(await mails!.doubled()).toBe(0);
    await expectStored(postgres, load);
    const refused = [...load.refusals, ...others.refusals];
    expect(refused.filter(({ isWellFormed }) => !isWellFormed)).toEqual([]);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(copies.map((copy) => copy.exitCode())).toEqual([null, null, null]);
  });

  /** Three mails that the mail server is taking, slowly, when this resolves. */
  const mailsOnTheirWay = async () => {
    const applicants = Array.from({ length: 3 }, () => sampleApplication());
    const addresses = applicants.map(({ email }) => email);
    await Promise.all(applicants.map((application) => submitApplication(site(), application)));
    const states = async () => {
      const rows = await postgres.sql<{ state: string }>(
        `select m.state from private.messages m join public.applications a on a.id = m.application_id
           where a.email in ('${addresses.join("', '")}') and m.state in ('sending', 'sent')`,
      );
      return rows.map(({ state }) => state);
    };
    smtp.behave('slow');
    const requests = Promise.all(addresses.map(askForMail));
    await eventually(async () => (await states()).length === 3);
    return {
      /** Waits until all three are sent, then returns how many were sent more than once. */
      doubled: async () => {
        await requests;
        smtp.behave('accept');
        // A sender that never heard of the mail's success leaves its claim to others, two minutes later.
        await eventually(async () => (await states()).every((state) => state === 'sent'), 150);
        return addresses.filter((address) => mailsTo(address).length !== 1).length;
      },
    };
  };

  test('restarting every copy in turn under load, for new signing keys, fails no request', async () => {
    const { data } = await authClient(site()).signInWithPassword({ email: EMAIL, password });
    const old = data.session!;
    const keys = [newSigningKey(), ...testKeys.jwks];
    const restartAll = (order: object[]) =>
      inTurn(async (turn) => {
        await copies[turn]!.stop();
        copies[turn] = await startCopy(ports[turn]!, { JWT_KEYS: JSON.stringify(order) });
        await pause(1000); // until the proxy has seen that it is back
        expect((await authClient(site()).getUser(old.access_token)).error).toBeNull();
      });
    // First every copy learns to verify with the new key, then every copy signs with it.
    const load = await underLoad(proxy.url, {
      name: 'restarted',
      people: 3,
      disturb: () => restartAll([keys[1]!, keys[0]!]),
    });
    await expectStored(postgres, load);
    expect(load.refusals).toEqual([]);
    await restartAll(keys);
    const fresh = await authClient(site()).refreshSession(old);
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
  const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to?.[0]?.address === address);

  /** Has its way with one copy after the other. */
  async function inTurn(disturb: (turn: number) => Promise<void>) {
    for (const turn of copies.keys()) {
      await pause(500);
      await disturb(turn);
    }
  }
});

const EMAIL = 'admin@sample.example';
