import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SentMessage {
  readonly to: string;
  readonly from: string;
  readonly body: string;
}

export interface TwilioLike {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly messageServiceSid: string;
  readonly messages: readonly SentMessage[];
  /** From now on messages are refused. */
  refuse(isRefusing: boolean): void;
  /** Messages are not answered until the returned function is called. */
  holdBack(): () => void;
  stop(): Promise<void>;
}

const ACCOUNT = 'AC00000000000000000000000000000000';
const TOKEN = 'twilio-token';
const SERVICE = 'MG00000000000000000000000000000000';

/** A stand-in that speaks the one call of Twilio's HTTP API that sends a message. */
export async function startTwilio(): Promise<TwilioLike> {
  const messages: SentMessage[] = [];
  let isRefusing = false;
  let released = Promise.resolve();
  const expected = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      await released;
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.headers.authorization !== expected) {
        return answer(401, { code: 20003, message: 'Authenticate', status: 401 });
      }
      if (request.url !== `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`) return answer(404, {});
      if (isRefusing) return answer(400, { code: 21211, message: "Invalid 'To' Phone Number", status: 400 });
      const form = new URLSearchParams(Buffer.concat(parts).toString());
      messages.push({
        to: form.get('To') ?? '',
        from: form.get('MessagingServiceSid') ?? form.get('From') ?? '',
        body: form.get('Body') ?? '',
      });
      return answer(201, { sid: `SM${messages.length}`, status: 'queued', error_code: null });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid: ACCOUNT,
    authToken: TOKEN,
    messageServiceSid: SERVICE,
    messages,
    refuse: (value) => void (isRefusing = value),
    holdBack: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      return resolve;
    },
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
