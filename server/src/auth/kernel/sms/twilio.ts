import { z } from 'zod';
import type { TwilioEntry } from '../../../configuration/config-toml/auth-messages.ts';
import { outgoingFetch } from '../../../gateway/http/outgoing-fetch.ts';

const message = z.object({
  sid: z.string().optional().catch(undefined),
  code: z.number().optional().catch(undefined),
});
const TIMEOUT_MS = 10_000;

/** Twilio's HTTP API, `Messages.json` of version 2010-04-01. */
export function twilioSender(settings: TwilioEntry) {
  const address = `${settings.url}/2010-04-01/Accounts/${settings.account_sid}/Messages.json`;
  const credentials = Buffer.from(`${settings.account_sid}:${settings.auth_token}`).toString('base64');
  return {
    name: 'twilio',
    /** Sends `text` to a number without its plus. Returns the service's id of the message. @throws SmsFailure */
    async send(phone: string, text: string, channel: SmsChannel): Promise<string> {
      const prefix = channel === 'whatsapp' ? 'whatsapp:' : '';
      const body = new URLSearchParams({
        To: `${prefix}+${phone}`,
        Body: text,
        MessagingServiceSid: settings.message_service_sid,
      });
      const response = await outgoingFetch(address, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}` },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      }).catch((error: unknown) => {
        throw new SmsFailure('Twilio cannot be reached', { cause: error });
      });
      const answer = message.parse(await response.json().catch(() => ({})));
      if (!response.ok || !answer.sid) {
        throw new SmsFailure(`Twilio answered ${response.status} with code ${answer.code ?? 'none'}`);
      }
      return answer.sid;
    },
  };
}

export type SmsChannel = 'sms' | 'whatsapp';

export type SmsSender = ReturnType<typeof twilioSender>;

/** The message was not accepted. The reason is for our log. */
export class SmsFailure extends Error {
  override name = 'SmsFailure';
}
