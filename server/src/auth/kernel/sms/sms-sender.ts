/** Ways a message can travel. */
export type SmsChannel = 'sms' | 'whatsapp';

/** A service that sends text messages. */
export interface SmsSender {
  readonly name: string;
  /**
   * Sends `text` to a number without its plus.
   * @returns the service's id of the message
   * @throws SmsFailure
   */
  send(phone: string, text: string, channel: SmsChannel): Promise<string>;
}

/** The message was not accepted. The reason is for our log. */
export class SmsFailure extends Error {
  override name = 'SmsFailure';
}
