import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthority } from '@solostead/server-testkit/identity/certificates';

/** One request that a hook got. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly json: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Record<string, unknown>;
  };
  readonly at: number;
}

/** A status, or no answer at all. */
type Answer = number | 'hang';

export interface Hooks {
  /** An https address with a unique path, which the server under test may reach. */
  readonly url: string;
  /** For the server under test. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the requests for a path, the oldest first. */
  received(path: string): readonly Received[];
  /** Sets the answers for a path, one by one as listed, the last for all others. */
  answer(path: string, ...answers: readonly Answer[]): void;
  stop(): Promise<void>;
}

const HOST = 'hooks.example';

/** An https server of the lab's choosing, as `https://hooks.example`, with a certificate that is good for that name alone. */
export async function startHooks(): Promise<Hooks> {
  const authority = await makeAuthority('Hooks of the tests');
  const { certificate, key } = await authority.issue(HOST);
  const folder = mkdtempSync(join(tmpdir(), 'solostead-hooks-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, authority.certificate);
  const received = new Map<string, Received[]>();
  const answers = new Map<string, Answer[]>();

  const give = (path: string, response: ServerResponse) => {
    const planned = answers.get(path) ?? [200];
    const answer = planned.length > 1 ? planned.shift()! : planned[0]!;
    if (answer === 'hang') return;
    response.writeHead(answer).end('thank you');
  };

  const server = createServer({ cert: certificate, key }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url!;
    const body = Buffer.concat(chunks).toString();
    const list = received.get(path) ?? [];
    received.set(path, list);
    list.push({ headers: flat(request.headers), body, json: JSON.parse(body), at: Date.now() });
    give(path, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://${HOST}`,
    env: { WEBHOOK_TEST_ADDRESSES: `${HOST}=127.0.0.1:${port}`, WEBHOOK_TEST_CA: caFile },
    received: (path) => received.get(path) ?? [],
    answer: (path, ...planned) => void answers.set(path, [...planned]),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true });
    },
  };
}

const flat = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
