import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Certificate } from '../identity/certificates.ts';

/**
 * The server's behaviour. For one mail it can accept it, refuse its recipient permanently (550), hang up on its
 * recipient, report that it is busy (451 after the whole mail), wait a third of a second before the mail, or hold the
 * answer to the recipient until `release`. For everyone it can stay silent after accepting the connection, hang up at
 * once, or refuse the sender.
 */
export type Behaviour =
  | 'accept'
  | 'refuse'
  | 'hang-up-on-recipient'
  | 'busy'
  | 'slow'
  | 'hold'
  | 'silent'
  | 'away'
  | 'refuse-sender';

export interface TestSmtp {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** Accepted mails, the oldest first. */
  readonly mails: readonly Email[];
  /** True if the last accepted mail was encrypted, null before the first. */
  readonly wasEncrypted: boolean | null;
  /** The number of senders, one per started mail. */
  readonly begun: number;
  /** The number of offered mails, accepted or not. */
  readonly offered: number;
  /** The number of recipients that wait for a held answer. */
  readonly held: number;
  /** Connections that were opened so far. */
  readonly connections: number;
  /** Accepts the recipients that wait, and all that follow. */
  release(): void;
  /** Ends every connection that there is. */
  hangUp(): void;
  behave(behaviour: Behaviour): void;
  /** Resolves with the first matching mail. Rejects after `timeoutMs` (a minute). */
  next(fits?: (mail: Email) => boolean, timeoutMs?: number): Promise<Email>;
  stop(): Promise<void>;
}

interface SmtpOptions {
  readonly behaviour?: Behaviour;
  /** Offers STARTTLS with this certificate, or uses TLS `fromTheStart`. Without it everything is in clear text. */
  readonly tls?: Certificate & { readonly fromTheStart?: boolean };
}

/** Starts a real SMTP server on a free port of the loopback interface. */
export async function startSmtp(options: SmtpOptions = {}): Promise<TestSmtp> {
  let behaviour = options.behaviour ?? 'accept';
  let begun = 0;
  let offered = 0;
  let connections = 0;
  let wasEncrypted: boolean | null = null;
  const mails: Email[] = [];
  const held: (() => void)[] = [];
  const listeners = new Set<() => void>();
  const smtp = new SMTPServer({
    ...encryption(options.tls),
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    onMailFrom: (_address, _session, done) => {
      begun += 1;
      done(behaviour === 'refuse-sender' ? refusal(550, 'Not your address.') : null);
    },
    onRcptTo: (_address, session, done) => {
      offered += 1;
      const answer = () => done(behaviour === 'refuse' ? refusal(550, 'No such mailbox.') : null);
      if (behaviour === 'slow') setTimeout(answer, 300);
      else if (behaviour === 'hold') held.push(answer);
      else if (behaviour === 'hang-up-on-recipient') door.hangUp(session.remotePort);
      else answer();
    },
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer);
      } catch {
        // The sender died in the middle of its mail.
        return done(refusal(451, 'Half a mail.'));
      }
      if (behaviour === 'busy') return done(refusal(451, 'Come back later.'));
      mails.push(await PostalMime.parse(Buffer.concat(chunks)));
      wasEncrypted = session.secure;
      done();
      for (const hear of listeners) hear();
    },
  });
  smtp.on('error', () => {});
  const door = await openDoor((socket) => {
    connections += 1;
    if (behaviour === 'away') socket.destroy();
    else if (behaviour !== 'silent') smtp.server.emit('connection', socket);
  });
  return {
    url: `smtp://127.0.0.1:${door.port}`,
    mails,
    get wasEncrypted() {
      return wasEncrypted;
    },
    get begun() {
      return begun;
    },
    get offered() {
      return offered;
    },
    get held() {
      return held.length;
    },
    get connections() {
      return connections;
    },
    release: () => {
      behaviour = 'accept';
      for (const answer of held.splice(0)) answer();
    },
    behave: (next) => {
      behaviour = next;
      // Kept connections would continue to answer.
      if (next === 'away' || next === 'silent') door.hangUpAll();
    },
    hangUp: door.hangUpAll,
    next: (fits = () => true, timeoutMs = 60_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          listeners.delete(look);
          reject(new Error(`No such mail came in ${timeoutMs} ms; ${mails.length} others did.`));
        }, timeoutMs);
        const look = () => {
          const found = mails.find(fits);
          if (!found) return;
          clearTimeout(timer);
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
      }),
    stop: door.close,
  };
}

function encryption(tls: SmtpOptions['tls']): SMTPServerOptions {
  if (!tls) return { disabledCommands: ['STARTTLS'] };
  return { secure: tls.fromTheStart ?? false, cert: tls.certificate, key: tls.key };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** A separate listening socket before the SMTP server, so that it can also stay silent. */
async function openDoor(enter: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    enter(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hangUp: (remotePort: number) => {
      for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
    },
    hangUpAll: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns true for the mails to an address. */
export const to = (address: string) => (mail: { readonly to?: readonly { readonly address?: string }[] }) =>
  mail.to?.[0]?.address === address;
