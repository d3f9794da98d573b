import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that accepts every mail and delays its answers like a provider on the same continent. */
export interface SmtpSink {
  readonly url: string;
  /** The number of mails it has accepted. */
  readonly accepted: number;
  stop(): void;
}

export async function startSmtpSink(latencyMs: number): Promise<SmtpSink> {
  let accepted = 0;
  const delayed = (_: unknown, _session: unknown, answer: () => void) => void setTimeout(answer, latencyMs);
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: delayed,
    onRcptTo: delayed,
    onData: (mail, session, answer) => {
      mail.resume().once('end', () => {
        accepted += 1;
        delayed(mail, session, answer);
      });
    },
  });
  smtp.on('error', () => {});
  await once(smtp.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    get accepted() {
      return accepted;
    },
    stop: () => smtp.close(),
  };
}
