import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TwilioLike } from '@solostead/server-testkit/mail/sms';
import type { TestServer } from '@solostead/server-testkit/servers/server';
import { expectRefusal } from '@solostead/server-testkit/auth/callers';
import { send } from '@solostead/server-testkit/auth/scenario';
import { authClient, signedInClient } from '@solostead/server-testkit/auth/clients';
import { freshPhone, PASSWORD, startLimited, TEST_NUMBER, withConfirmations } from './phone-servers.ts';

let twilio: TwilioLike;
let server: TestServer;
let stop: () => Promise<void>;

beforeAll(async () => {
  const tomlFor = (fake: TwilioLike) => `${withConfirmations(fake, 'calling_codes = ["1"]')}${RATE_LIMIT}`;
  ({ twilio, server, stop } = await startLimited(tomlFor));
});
afterAll(() => stop?.());

describe('text messages (contract A0.6)', () => {
  it('are refused for a country that is not in calling_codes', async () => {
    const answer = await askFrom('198.51.100.9', '88161234567');
    expect(answer).toMatchObject({ status: 422, body: { error_code: 'sms_send_failed' } });
    expect(twilio.messages).toEqual([]);
    expect(await server.sql(`select 1 from auth.users where phone = '88161234567'`)).toEqual([]);
  });

  it('are sent to a number at most once per max_frequency', async () => {
    expect((await askFrom('198.51.100.9', TEST_NUMBER)).status).toBe(200);
    expectRefusal(await askFrom('198.51.100.9', TEST_NUMBER), 'over_sms_send_rate_limit');
  });

  it('that a limit refuses drop a password that another person set', async () => {
    const phone = freshPhone();
    await authClient(server).signUp({ phone, password: PASSWORD });
    const password = async () =>
      (await server.sql('select encrypted_password from auth.users where phone = $1', [phone]))[0];
    expect(await password()).toEqual({ encrypted_password: expect.any(String) });
    expectRefusal(await askFrom('198.51.100.9', phone), 'over_sms_send_rate_limit');
    await expect.poll(password).toEqual({ encrypted_password: null });
    await server.sql('delete from auth.rate_limits');
  });

  it('are shared by caller and network, with a reserve for verified second factors', async () => {
    const { client } = await signedInClient(server);
    const phone = freshPhone();
    const codeOf = () => /\d{6}/.exec(twilio.messages.findLast(({ to }) => to === `+${phone}`)!.body)![0];
    const { data: factor } = await client.mfa.enroll({ factorType: 'phone', phone });
    const { id: factorId } = factor!;
    const { data: first } = await client.mfa.challenge({ factorId, channel: 'sms' });
    const verified = await client.mfa.verify({ factorId, challengeId: first!.id, code: codeOf() });
    expect(verified.error).toBeNull();

    expect((await askFrom('198.51.100.1')).status).toBe(200);
    expectRefusal(await askFrom('198.51.100.1'), 'over_sms_send_rate_limit');
    expect((await askFrom('198.51.100.2')).status).toBe(200);
    expectRefusal(await askFrom('198.51.100.3'), 'over_sms_send_rate_limit');
    expect((await askFrom('203.0.113.1')).status).toBe(200);
    const sent = twilio.messages.length;
    expectRefusal(await askFrom('192.0.2.1'), 'over_sms_send_rate_limit');
    expect(twilio.messages).toHaveLength(sent);

    await server.sql(`delete from auth.rate_limits where key like 'sms_frequency%'`);
    const { error } = await client.mfa.challenge({ factorId, channel: 'sms' });
    expect(error).toBeNull();
    expect(twilio.messages.slice(sent)).toMatchObject([{ to: `+${phone}` }]);
  });

  it('leave the last code valid when the next one is refused', async () => {
    const { to, body } = twilio.messages.at(-2)!;
    const phone = to.slice(1);
    expectRefusal(await askFrom('192.0.2.1', phone), 'over_sms_send_rate_limit');
    const token = /\d{6}/.exec(body)![0];
    const answer = await send(server, { path: '/verify', body: { phone, token, type: 'sms' } });
    expect(answer.status).toBe(200);
  });
});

/** Six messages an hour, one for a caller, two for a network, four for all but verified factors. */
const RATE_LIMIT = '[auth.rate_limit]\nsms_sent = 6\n';

const askFrom = (address: string, phone = freshPhone()) =>
  send(server, { path: '/otp', body: { phone }, headers: { 'x-forwarded-for': address } });
