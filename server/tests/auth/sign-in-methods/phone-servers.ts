import { test } from 'vitest';
import { writeConfig } from '@solostead/server-testkit/servers/config';
import { startServer } from '@solostead/server-testkit/servers/server';
import { startTwilio, type TwilioLike } from '@solostead/server-testkit/mail/sms';
import { knownPassword } from '@solostead/server-testkit/servers/keys';
import { adminClient, authClient } from '@solostead/server-testkit/auth/clients';

export { describe, expect } from 'vitest';

/** A number whose code the configuration names. */
export const TEST_NUMBER = '15550199000';
export const PASSWORD = knownPassword.password;

let last = 15550100000;
export const freshPhone = () => String((last += 1));

/** A test with the fixture `phones`, which the file's tests share: a server that sends codes through a fake Twilio. */
export const it = test.extend('phones', { scope: 'file' }, async ({}, { onCleanup }) => {
  const phones = await startPhones();
  onCleanup(phones.stop);
  return phones;
});

/** Starts a server that counts callers by the address that a request forwards, with the config.toml for a fake Twilio. */
export const startLimited = (tomlFor: (twilio: TwilioLike) => string) =>
  startWithTwilio(tomlFor, { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' });

async function startWithTwilio(tomlFor: (twilio: TwilioLike) => string, env: Record<string, string> = {}) {
  const twilio = await startTwilio();
  const config = writeConfig(tomlFor(twilio));
  const server = await startServer({ env: { ...config.env, ...env } });
  const stop = async () => {
    await server.stop();
    await twilio.stop();
    config.remove();
  };
  return { twilio, server, stop };
}

async function startPhones() {
  const { twilio, server, stop } = await startWithTwilio(withConfirmations);
  /** The code last sent to a number, out of the message. */
  const codeFor = (phone: string): string => {
    const message = twilio.messages.findLast(({ to }) => to === `+${phone}`);
    return /^Solostead: (\d{6})$/.exec(message?.body ?? '')?.[1] ?? '';
  };
  return {
    twilio,
    server,
    codeFor,
    /** A user whose number is confirmed, signed in with `PASSWORD`. */
    confirmed: async () => {
      const phone = freshPhone();
      const made = { phone, phone_confirm: true, password_hash: knownPassword.hash };
      await adminClient(server).admin.createUser(made);
      const client = authClient(server);
      const { data, error } = await client.signInWithPassword({ phone, password: PASSWORD });
      if (error) throw error;
      return { phone, client, user: data.user };
    },
    stop,
  };
}

/** A config.toml for phone sign-in through `twilio`. `sms` is added to `[auth.sms]`. */
export const withConfirmations = (twilio: TwilioLike, sms = ''): string => `
[auth]
enable_signup = true
[auth.email]
secure_password_change = true
[auth.sms]
enable_signup = true
enable_confirmations = true
template = "Solostead: {{ .Code }}"
${sms}
[auth.sms.test_otp]
${TEST_NUMBER} = "424242"
[auth.mfa.phone]
enroll_enabled = true
verify_enabled = true

[auth.sms.twilio]
enabled = true
url = "${twilio.url}"
account_sid = "${twilio.accountSid}"
message_service_sid = "${twilio.messageServiceSid}"
auth_token = "${twilio.authToken}"
`;
