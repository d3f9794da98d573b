import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeConfig } from '../../../harness/servers/config.ts';
import { startServer, type TestServer } from '../../../harness/servers/server.ts';
import { startTwilio, type TwilioLike } from '../../../harness/mail/sms.ts';
import { authClient, call, signedInClient } from './clients.ts';

let twilio: TwilioLike;
let server: TestServer;
let limited: TestServer;
let open: TestServer;
let config: ReturnType<typeof writeConfig>;
let openConfig: ReturnType<typeof writeConfig>;
const TEST_NUMBER = '15550199000';

beforeAll(async () => {
  twilio = await startTwilio();
  const sender = `
[auth.sms.twilio]
enabled = true
url = "${twilio.url}"
account_sid = "${twilio.accountSid}"
message_service_sid = "${twilio.messageServiceSid}"
auth_token = "${twilio.authToken}"
`;
  config = writeConfig(`
[auth]
enable_signup = true
[auth.email]
secure_password_change = true
[auth.sms]
enable_signup = true
enable_confirmations = true
template = "Solostead: {{ .Code }}"
[auth.sms.test_otp]
${TEST_NUMBER} = "424242"
[auth.mfa.phone]
enroll_enabled = true
verify_enabled = true
${sender}`);
  openConfig = writeConfig(
    '[auth]\nenable_signup = true\n[auth.sms]\nenable_signup = true\nenable_confirmations = false\n',
  );
  [server, limited, open] = await Promise.all([
    startServer({ env: config.env }),
    startServer({ env: { ...config.env, LIMITS: 'on' } }),
    startServer({ env: openConfig.env }),
  ]);
});

afterAll(async () => {
  await Promise.all([server?.stop(), limited?.stop(), open?.stop()]);
  await twilio?.stop();
  config?.remove();
  openConfig?.remove();
});

let last = 15550100000;
const freshPhone = () => String((last += 1));
const PASSWORD = 'a-long-enough-password';

/** The code last sent to a number, out of the message. */
function codeFor(phone: string): string {
  const message = twilio.messages.findLast(({ to }) => to === `+${phone}`);
  return /^Solostead: (\d{6})$/.exec(message?.body ?? '')?.[1] ?? '';
}

/** A user whose number is confirmed. */
async function confirmed() {
  const phone = freshPhone();
  const client = authClient(server);
  await client.signUp({ phone, password: PASSWORD });
  const { data, error } = await client.verifyOtp({ phone, token: codeFor(phone), type: 'sms' });
  if (error) throw error;
  return { phone, client, user: data.user! };
}

describe('signing up by phone (contract A1.2)', () => {
  it('gives no session before the code comes back', async () => {
    const phone = freshPhone();
    const client = authClient(server);
    const { data, error } = await client.signUp({
      phone: `+${phone}`,
      password: PASSWORD,
      options: { data: { plan: 'a' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ phone, email: '' });
    expect(data.user?.phone_confirmed_at).toBeUndefined();
    const early = await client.signInWithPassword({ phone, password: PASSWORD });
    expect(early.error?.code).toBe('phone_not_confirmed');
    const verified = await client.verifyOtp({ phone, token: codeFor(phone), type: 'sms' });
    expect(verified.data.user).toMatchObject({
      phone,
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { plan: 'a', phone_verified: true },
    });
    const { data: signedIn } = await client.signInWithPassword({ phone, password: PASSWORD });
    expect(signedIn.user?.id).toBe(data.user?.id);
  });

  it('gives one at once where numbers need no confirmation', async () => {
    const phone = freshPhone();
    const { data, error } = await authClient(open).signUp({ phone, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session?.access_token).toBeTruthy();
    expect(data.user).toMatchObject({
      phone,
      email: '',
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'phone' },
    });
    const again = await authClient(open).signUp({ phone, password: PASSWORD });
    expect(again.error?.code).toBe('user_already_exists');
  });

  it('does not reveal that a number is known', async () => {
    const { phone } = await confirmed();
    const sent = twilio.messages.length;
    const { data, error } = await authClient(server).signUp({ phone, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone, identities: [] });
    expect(twilio.messages.length).toBe(sent);
  });

  it.each<[object, number, string]>([
    [{ phone: '12 34 56', password: 'short' }, 422, 'weak_password'],
    [{ phone: 'nonsense', password: PASSWORD }, 400, 'validation_failed'],
    [{ phone: '+0123', password: PASSWORD }, 400, 'validation_failed'],
    [{ phone: '15550100', password: PASSWORD, channel: 'pigeon' }, 400, 'validation_failed'],
    [{ phone: '15550100', email: 'a@example.org', password: PASSWORD }, 400, 'validation_failed'],
    [{ phone: '15550100' }, 400, 'validation_failed'],
  ])('refuses %j', async (body, status, code) => {
    const answer = await call(server, 'POST', '/signup', body);
    expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
  });
});

describe('a code by text message', () => {
  it('signs in, making the account where there is none', async () => {
    const phone = freshPhone();
    const client = authClient(server);
    const { data, error } = await client.signInWithOtp({ phone });
    expect(error).toBeNull();
    expect(data.messageId).toMatch(/^SM/);
    const { data: verified } = await client.verifyOtp({ phone, token: codeFor(phone), type: 'sms' });
    expect(verified.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    const { data: claims } = await client.getClaims();
    expect(claims?.claims.amr).toMatchObject([{ method: 'otp' }]);
  });

  it('is good once, for its number only, and not when wrong', async () => {
    const [one, two] = [freshPhone(), freshPhone()];
    await authClient(server).signInWithOtp({ phone: one });
    await authClient(server).signInWithOtp({ phone: two });
    const verify = async (phone: string, token: string) => {
      const { status, body } = await call(server, 'POST', '/verify', { type: 'sms', phone, token });
      return status === 200 ? 200 : body['error_code'];
    };
    const code = codeFor(one);
    expect(await verify(two, code === codeFor(two) ? '000000' : code)).toBe('otp_expired');
    expect(await verify(one, code === '000000' ? '111111' : '000000')).toBe('otp_expired');
    expect(await verify(one, code)).toBe(200);
    expect(await verify(one, code)).toBe('otp_expired');
    expect(await verify(freshPhone(), code)).toBe('otp_expired');
  });

  it('is agreed beforehand for test numbers, and not sent', async () => {
    const sent = twilio.messages.length;
    const client = authClient(server);
    const { data } = await client.signInWithOtp({ phone: TEST_NUMBER });
    expect(data.messageId).toBe('test-otp');
    expect(twilio.messages.length).toBe(sent);
    const { error } = await client.verifyOtp({ phone: TEST_NUMBER, token: '424242', type: 'sms' });
    expect(error).toBeNull();
  });

  it('goes to a number once in max_frequency (contract A0.6)', async () => {
    const ask = () => call(limited, 'POST', '/otp', { phone: TEST_NUMBER });
    expect((await ask()).status).toBe(200);
    const second = await ask();
    expect([second.status, second.body['error_code']]).toEqual([429, 'over_sms_send_rate_limit']);
  });

  it('travels by WhatsApp when asked to', async () => {
    const phone = freshPhone();
    await authClient(server).signInWithOtp({ phone, options: { channel: 'whatsapp' } });
    expect(twilio.messages.at(-1)).toMatchObject({
      to: `whatsapp:+${phone}`,
      from: twilio.messageServiceSid,
    });
  });

  it('leaves no password behind that a stranger set', async () => {
    const phone = freshPhone();
    await authClient(server).signUp({ phone, password: PASSWORD });
    const owner = authClient(server);
    await owner.signInWithOtp({ phone });
    await owner.verifyOtp({ phone, token: codeFor(phone), type: 'sms' });
    const { error } = await authClient(server).signInWithPassword({ phone, password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
  });

  it.each<[object, number, string]>([
    [{ phone: 'nonsense' }, 400, 'validation_failed'],
    [{ phone: '15550100', email: 'a@example.org' }, 400, 'validation_failed'],
    [{ phone: '15550100', channel: 'pigeon' }, 400, 'validation_failed'],
    [{ phone: '15550123456', create_user: false }, 422, 'otp_disabled'],
  ])('is refused for %j', async (body, status, code) => {
    const answer = await call(server, 'POST', '/otp', body);
    expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
  });

  it('says so when the provider does not take it', async () => {
    twilio.refuse(true);
    const answer = await call(server, 'POST', '/otp', { phone: freshPhone() });
    const signup = await call(server, 'POST', '/signup', { phone: freshPhone(), password: PASSWORD });
    twilio.refuse(false);
    expect([answer.status, answer.body['error_code']]).toEqual([422, 'sms_send_failed']);
    expect([signup.status, signup.body['error_code']]).toEqual([422, 'sms_send_failed']);
    expect(signup.body).not.toHaveProperty('access_token');
  });

  it('goes nowhere without a provider', async () => {
    const answer = await call(open, 'POST', '/otp', { phone: freshPhone() });
    expect([answer.status, answer.body['error_code']]).toEqual([400, 'phone_provider_disabled']);
  });

  it('is sent again on request (contract A1.6)', async () => {
    const phone = freshPhone();
    const client = authClient(server);
    await client.signUp({ phone, password: PASSWORD });
    const first = codeFor(phone);
    const { data } = await client.resend({ type: 'sms', phone });
    expect(data.messageId).toMatch(/^SM/);
    const { error } = await client.verifyOtp({ phone, token: codeFor(phone), type: 'sms' });
    expect(error).toBeNull();
    expect(first).toMatch(/^\d{6}$/);
    for (const known of [phone, freshPhone()]) {
      expect((await call(server, 'POST', '/resend', { type: 'sms', phone: known })).body).toEqual({});
    }
  });
});

describe('a new number', () => {
  it('takes the old one’s place when its code comes back', async () => {
    const { client, phone: old } = await confirmed();
    const phone = freshPhone();
    const { data } = await client.updateUser({ phone });
    expect(data.user).toMatchObject({ phone: old, new_phone: phone });
    const { data: verified } = await client.verifyOtp({ phone, token: codeFor(phone), type: 'phone_change' });
    expect(verified.user).toMatchObject({ phone });
    expect(verified.user?.identities?.[0]?.identity_data).toMatchObject({ phone, phone_verified: true });
  });

  it('is applied at once where numbers need no confirmation', async () => {
    const { client } = await signedInClient(open);
    const phone = freshPhone();
    const { data, error } = await client.updateUser({ phone });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    expect(data.user?.app_metadata['providers']).toEqual(['email', 'phone']);
  });

  it('cannot be another user’s', async () => {
    const [{ phone }, { client }] = [await confirmed(), await confirmed()];
    expect((await client.updateUser({ phone })).error?.code).toBe('phone_exists');
  });

  it('stays as it was when the message is not taken', async () => {
    const { client } = await confirmed();
    twilio.refuse(true);
    const { error } = await client.updateUser({ phone: freshPhone() });
    twilio.refuse(false);
    expect(error?.code).toBe('sms_send_failed');
    expect((await client.getUser()).data.user?.new_phone).toBeUndefined();
  });
});

describe('an account known by its number', () => {
  it('reauthenticates by message (contract A1.10)', async () => {
    const { client, phone, user } = await confirmed();
    const { error } = await client.reauthenticate();
    expect(error).toBeNull();
    await server.sql(`update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`, [
      user.id,
    ]);
    const stale = await client.updateUser({ password: 'another-long-password' });
    expect(stale.error?.code).toBe('reauthentication_needed');
    const changed = await client.updateUser({ password: 'another-long-password', nonce: codeFor(phone) });
    expect(changed.error).toBeNull();
  });

  it('takes a second factor by message (contract A4.7)', async () => {
    const { client } = await confirmed();
    const phone = freshPhone();
    const enrolled = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mobile' });
    expect(enrolled.data).toMatchObject({ type: 'phone', phone, friendly_name: 'Mobile' });
    const factorId = enrolled.data!.id;
    const { data: challenge } = await client.mfa.challenge({ factorId, channel: 'sms' });
    const wrong = codeFor(phone) === '000000' ? '111111' : '000000';
    const refused = await client.mfa.verify({ factorId, challengeId: challenge!.id, code: wrong });
    expect([refused.error?.status, refused.error?.code]).toEqual([422, 'mfa_verification_failed']);
    const before = (await client.getSession()).data.session!.refresh_token;
    const verified = await client.mfa.verify({ factorId, challengeId: challenge!.id, code: codeFor(phone) });
    expect(verified.error).toBeNull();
    const stale = await authClient(server).refreshSession({ refresh_token: before });
    expect(stale.error?.code).toBe('refresh_token_already_used');
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2' });
    expect(level.data?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/phone' });
    const again = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Same' });
    expect(again.error?.code).toBe('mfa_verified_factor_exists');
    const [row] = await server.sql('select secret from auth.mfa_factors where id = $1', [factorId]);
    expect(row).toEqual({ secret: null });
  });
});
