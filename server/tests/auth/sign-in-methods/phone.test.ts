import { authClient, call } from '@solostead/server-testkit/auth/clients';
import { describe, expect, freshPhone, it, PASSWORD, TEST_NUMBER } from './phone-servers.ts';

describe('the code of a text message', () => {
  it('is refused as the hash of a link, whatever the type', async ({ phones }) => {
    const { phone } = await phones.confirmed();
    const client = authClient(phones.server);
    await client.signInWithOtp({ phone });
    const [row] = await phones.server.sql<{ token_hash: string }>(
      'select token_hash from auth.one_time_tokens where relates_to = $1',
      [phone],
    );
    for (const type of ['magiclink', 'recovery', 'email', 'signup'] as const)
      expect((await client.verifyOtp({ token_hash: row!.token_hash, type })).error?.code).toBe('otp_expired');
    expect((await client.verifyOtp({ phone, token: phones.codeFor(phone), type: 'sms' })).error).toBeNull();
  });
});

describe('signing up by phone (contract A1.2)', () => {
  it('gives no session before the code is verified', async ({ phones }) => {
    const phone = freshPhone();
    const client = authClient(phones.server);
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
    const verified = await client.verifyOtp({ phone, token: phones.codeFor(phone), type: 'sms' });
    expect(verified.data.user).toMatchObject({
      phone,
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { plan: 'a', phone_verified: true },
    });
    const written = `+${phone.slice(0, 1)} ${phone.slice(1)}`;
    const { data: signedIn } = await client.signInWithPassword({ phone: written, password: PASSWORD });
    expect(signedIn.user?.id).toBe(data.user?.id);
  });

  it('does not reveal that a number is known', async ({ phones }) => {
    const { phone } = await phones.confirmed();
    const sent = phones.twilio.messages.length;
    const { data, error } = await authClient(phones.server).signUp({ phone, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone, identities: [] });
    expect(phones.twilio.messages.length).toBe(sent);
  });

  it.for<[object, number, string]>([
    [{ phone: '15550100', password: PASSWORD, channel: 'pigeon' }, 400, 'validation_failed'],
    [{ phone: '15550100', email: 'a@example.org', password: PASSWORD }, 400, 'validation_failed'],
    [{ phone: '15550100', password: 'short' }, 422, 'weak_password'],
  ])('refuses %j', async ([body, status, code], { phones }) => {
    const answer = await call(phones.server, 'POST', '/signup', body);
    expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
  });
});

describe('a code by text message', () => {
  it('signs in, and creates the account if it does not exist', async ({ phones }) => {
    const phone = freshPhone();
    const client = authClient(phones.server);
    const { data, error } = await client.signInWithOtp({ phone: `+${phone}` });
    expect(error).toBeNull();
    expect(data.messageId).toMatch(/^SM/);
    const { data: verified } = await client.verifyOtp({ phone, token: phones.codeFor(phone), type: 'sms' });
    expect(verified.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    const { data: claims } = await client.getClaims();
    expect(claims?.claims.amr).toMatchObject([{ method: 'otp' }]);
  });

  it('works once, for its number only, and is refused if wrong', async ({ phones }) => {
    const [one, two] = [freshPhone(), freshPhone()];
    await authClient(phones.server).signInWithOtp({ phone: one });
    await authClient(phones.server).signInWithOtp({ phone: two });
    const verify = async (phone: string, token: string) => {
      const { status, body } = await call(phones.server, 'POST', '/verify', { type: 'sms', phone, token });
      return status === 200 ? 200 : body['error_code'];
    };
    const code = phones.codeFor(one);
    expect(await verify(two, code === phones.codeFor(two) ? '000000' : code)).toBe('otp_expired');
    expect(await verify(one, code === '000000' ? '111111' : '000000')).toBe('otp_expired');
    expect(await verify(one, code)).toBe(200);
    expect(await verify(one, code)).toBe('otp_expired');
    expect(await verify(freshPhone(), code)).toBe('otp_expired');
  });

  it('is fixed for test numbers, and not sent', async ({ phones }) => {
    const sent = phones.twilio.messages.length;
    const client = authClient(phones.server);
    const { data } = await client.signInWithOtp({ phone: TEST_NUMBER });
    expect(data.messageId).toBe('test-otp');
    expect(phones.twilio.messages.length).toBe(sent);
    const { error } = await client.verifyOtp({ phone: TEST_NUMBER, token: '424242', type: 'sms' });
    expect(error).toBeNull();
  });

  it('is sent by WhatsApp on request, also for a new number', async ({ phones }) => {
    const [phone, next] = [freshPhone(), freshPhone()];
    await authClient(phones.server).signInWithOtp({ phone, options: { channel: 'whatsapp' } });
    const from = phones.twilio.messageServiceSid;
    expect(phones.twilio.messages.at(-1)).toMatchObject({ to: `whatsapp:+${phone}`, from });
    const { client } = await phones.confirmed();
    const { data } = await client.getSession();
    const headers = { authorization: `Bearer ${data.session!.access_token}` };
    await call(phones.server, 'PUT', '/user', { phone: next, channel: 'whatsapp' }, headers);
    expect(phones.twilio.messages.at(-1)).toMatchObject({ to: `whatsapp:+${next}` });
  });

  it('ignores passwords of sign-ups before its proof (contract A1.12)', async ({ phones }) => {
    const phone = freshPhone();
    const owner = authClient(phones.server);
    await authClient(phones.server).signUp({ phone, password: PASSWORD });
    await owner.signInWithOtp({ phone });
    await authClient(phones.server).signUp({ phone, password: PASSWORD });
    const verified = await owner.verifyOtp({ phone, token: phones.codeFor(phone), type: 'sms' });
    expect(verified.error).toBeNull();
    const { error } = await authClient(phones.server).signInWithPassword({ phone, password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
  });

  it('is refused for an unknown number with create_user: false', async ({ phones }) => {
    const answer = await call(phones.server, 'POST', '/otp', { phone: '15550123456', create_user: false });
    expect([answer.status, answer.body['error_code']]).toEqual([422, 'otp_disabled']);
  });

  it('reports a refusal of the provider', async ({ phones }) => {
    phones.twilio.refuse(true);
    const answer = await call(phones.server, 'POST', '/otp', { phone: freshPhone() });
    const signup = await call(phones.server, 'POST', '/signup', { phone: freshPhone(), password: PASSWORD });
    phones.twilio.refuse(false);
    expect([answer.status, answer.body['error_code']]).toEqual([422, 'sms_send_failed']);
    expect([signup.status, signup.body['error_code']]).toEqual([422, 'sms_send_failed']);
    expect(signup.body).not.toHaveProperty('access_token');
  });

  it('is sent again on request (contract A1.6)', async ({ phones }) => {
    const phone = freshPhone();
    const client = authClient(phones.server);
    await client.signUp({ phone, password: PASSWORD });
    const { data } = await client.resend({ type: 'sms', phone });
    expect(data.messageId).toMatch(/^SM/);
    const { error } = await client.verifyOtp({ phone, token: phones.codeFor(phone), type: 'sms' });
    expect(error).toBeNull();
    for (const known of [phone, freshPhone()]) {
      expect((await call(phones.server, 'POST', '/resend', { type: 'sms', phone: known })).body).toEqual({});
    }
  });
});

it('keeps no one else waiting while the provider is slow', async ({ phones }) => {
  const other = await phones.confirmed();
  const { client } = await phones.confirmed();
  const { data } = await client.mfa.enroll({ factorType: 'phone', phone: freshPhone() });
  const release = phones.twilio.holdBack();
  const challenges = Array.from({ length: 12 }, () =>
    client.mfa.challenge({ factorId: data!.id, channel: 'sms' }),
  );
  const changes = Array.from({ length: 12 }, () => client.updateUser({ phone: freshPhone() }));
  const signIn = await authClient(phones.server).signInWithPassword({
    phone: other.phone,
    password: PASSWORD,
  });
  release();
  expect(signIn.error).toBeNull();
  for (const { error } of await Promise.all([...challenges, ...changes])) expect(error).toBeNull();
});

describe('a new number', () => {
  it('replaces the old one when its code is verified', async ({ phones }) => {
    const { client, phone: old } = await phones.confirmed();
    const phone = freshPhone();
    const { data } = await client.updateUser({ phone });
    expect(data.user).toMatchObject({ phone: old, new_phone: phone });
    const { data: verified } = await client.verifyOtp({
      phone,
      token: phones.codeFor(phone),
      type: 'phone_change',
    });
    expect(verified.user).toMatchObject({ phone });
    expect(verified.user?.identities?.[0]?.identity_data).toMatchObject({ phone, phone_verified: true });
  });

  it('cannot belong to another user', async ({ phones }) => {
    const [{ phone }, { client }] = [await phones.confirmed(), await phones.confirmed()];
    expect((await client.updateUser({ phone })).error?.code).toBe('phone_exists');
  });

  it('is not accepted by a code that is older than the drop of the change', async ({ phones }) => {
    const { client, user } = await phones.confirmed();
    const phone = freshPhone();
    await client.updateUser({ phone });
    await phones.server.sql(`update auth.users set phone_change = '' where id = $1`, [user.id]);
    const late = await client.verifyOtp({ phone, token: phones.codeFor(phone), type: 'phone_change' });
    expect(late.error?.code).toBe('otp_expired');
  });

  it('is not stored if the message is refused', async ({ phones }) => {
    const { client } = await phones.confirmed();
    phones.twilio.refuse(true);
    const { error } = await client.updateUser({ phone: freshPhone() });
    phones.twilio.refuse(false);
    expect(error?.code).toBe('sms_send_failed');
    expect((await client.getUser()).data.user?.new_phone).toBeUndefined();
  });
});

describe('an account with only a phone number', () => {
  it('reauthenticates by message (contract A1.10)', async ({ phones }) => {
    const { client, phone, user } = await phones.confirmed();
    const { error } = await client.reauthenticate();
    expect(error).toBeNull();
    await phones.server.sql(
      `update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`,
      [user.id],
    );
    const stale = await client.updateUser({ password: 'another-long-password' });
    expect(stale.error?.code).toBe('reauthentication_needed');
    const sent = phones.twilio.messages.length;
    const wrong = { password: 'another-long-password', nonce: 'wrong', phone: freshPhone() };
    expect((await client.updateUser(wrong)).error?.code).toBe('reauthentication_not_valid');
    expect(phones.twilio.messages.length).toBe(sent);
    const changed = await client.updateUser({
      password: 'another-long-password',
      nonce: phones.codeFor(phone),
    });
    expect(changed.error).toBeNull();
  });

  it('uses a text message as its second factor (contract A4.7)', async ({ phones }) => {
    const { client } = await phones.confirmed();
    const phone = freshPhone();
    const enrolled = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mobile' });
    expect(enrolled.data).toMatchObject({ type: 'phone', phone, friendly_name: 'Mobile' });
    const factorId = enrolled.data!.id;
    const { data: challenge } = await client.mfa.challenge({ factorId, channel: 'sms' });
    const wrong = phones.codeFor(phone) === '000000' ? '111111' : '000000';
    const refused = await client.mfa.verify({ factorId, challengeId: challenge!.id, code: wrong });
    expect([refused.error?.status, refused.error?.code]).toEqual([422, 'mfa_verification_failed']);
    const verified = await client.mfa.verify({
      factorId,
      challengeId: challenge!.id,
      code: phones.codeFor(phone),
    });
    expect(verified.error).toBeNull();
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2' });
    expect(level.data?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/phone' });
    const again = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Same' });
    expect(again.error?.code).toBe('mfa_verified_factor_exists');
    const [row] = await phones.server.sql('select secret from auth.mfa_factors where id = $1', [factorId]);
    expect(row).toEqual({ secret: null });
  });
});
