import type { GoTrueClient } from '@supabase/auth-js';
import { mailsTo, mailTo } from '@solostead/server-testkit/auth/mailbox';
import { bearerOf, putCodes, recoveryOption, verified } from '@solostead/server-testkit/auth/second-factor';
import { send } from '@solostead/server-testkit/auth/scenario';
import { adminClient, authClient, signInElsewhere } from '@solostead/server-testkit/auth/clients';
import { describe, expect, type TestServer, testOpen as test } from '@solostead/server-testkit/fixtures';

let server: TestServer;
test.beforeAll(({ server: shared }) => {
  server = shared;
});

/** The subjects of the mails so far. Mails leave after the answers, those of two requests in any order. */
const subjectsTo = async (email: string) => (await mailsTo(server, email)).map(({ subject }) => subject);

describe('a set of recovery codes (contract A4.8)', () => {
  test('has ten codes, which are shown once and stored as argon2id hashes, each with a new salt', async () => {
    const { client, codes, id, total, friendly_name, email, user } = await withMadeCodes();
    expect([total, codes.length, friendly_name]).toEqual([10, 10, 'Recovery codes']);
    const { data } = await client.mfa.recoveryCodes.getStatus();
    expect(data).toEqual({ id, type: 'recovery_code', total: 10, remaining: 10 });
    const { data: factors } = await client.mfa.listFactors();
    expect(factors!.recovery_code).toMatchObject([{ id, status: 'verified', factor_type: 'recovery_code' }]);
    expect((await mailTo(server, email, 2)).subject).toBe('Recovery codes were made');
    const rows = await server.sql<{ code_hash: string }>(
      `select c.code_hash from auth.mfa_recovery_codes c join auth.mfa_recovery_code_sets s
         on s.id = c.mfa_recovery_code_set_id where s.user_id = $1`,
      [user.id],
    );
    expect(rows).toHaveLength(10);
    for (const { code_hash } of rows) expect(code_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const [{ log }] = (await server.sql(
      `select string_agg(payload::text, ' ') as log from auth.audit_log_entries where payload->>'actor_id' = $1`,
      [user.id],
    )) as [{ log: string }];
    expect(log).toContain('recovery_codes_generated');
    for (const code of codes) expect(log).not.toContain(code);
  });

  test('is created once for two requests at the same time', async () => {
    const { client } = await verified(server, recoveryOption);
    const as = await bearerOf(client);
    const answers = await Promise.all(
      [1, 2].map(() => send(server, { method: 'POST', path: '/factors/recovery-codes', as })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');
  });

  test('is renewed, which voids the earlier codes', async () => {
    const { client, codes, elsewhere, id, email } = await withCodes();
    await elsewhere.mfa.recoveryCodes.verify({ code: codes[0]! });
    const { data } = await client.mfa.recoveryCodes.regenerate();
    expect(data).toMatchObject({ id, total: 10, friendly_name: 'Recovery codes' });
    expect(new Set([...data!.codes, ...codes]).size).toBe(20);
    expect((await client.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(10);
    expect((await elsewhere.mfa.recoveryCodes.verify({ code: codes[1]! })).error?.code).toBe(
      'mfa_verification_failed',
    );
    expect((await elsewhere.mfa.recoveryCodes.verify({ code: data!.codes[0]! })).error).toBeNull();
    await expect.poll(() => subjectsTo(email)).toContain('Your recovery codes were renewed');
  });

  test('can be deleted, which lowers the sessions that it raised', async () => {
    const { client, codes, elsewhere, email } = await withCodes();
    await elsewhere.mfa.recoveryCodes.verify({ code: codes[0]! });
    expect((await client.mfa.recoveryCodes.unenroll()).error).toBeNull();
    expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
    await elsewhere.refreshSession();
    expect(await levelOf(elsewhere)).toBe('aal1');
    await expect.poll(() => subjectsTo(email)).toContain('Your recovery codes were removed');
  });

  test('stays while another factor stays, and is deleted with the last one that the secret key’s holder removes', async () => {
    const { client, factorId, user } = await withCodes();
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'tablet' });
    await server.sql(`update auth.mfa_factors set status = 'verified' where id = $1`, [data!.id]);
    await client.mfa.unenroll({ factorId });
    await client.refreshSession();
    expect((await client.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(10);
    const { mfa } = adminClient(server).admin;
    expect((await mfa.deleteFactor({ userId: user.id, id: data!.id })).error).toBeNull();
    expect(await server.sql('select id from auth.mfa_factors where user_id = $1', [user.id])).toEqual([]);
  });
});

describe('a recovery code (contract A4.9)', () => {
  test('works once, typed in any way, raises the session to aal2, ends the others below, appears in amr and sends a mail', async () => {
    const { client, codes, elsewhere, email, password } = await withCodes();
    const third = authClient(server);
    await third.signInWithPassword({ email, password });
    const before = (await elsewhere.getSession()).data.session!;
    const typed = ` ${codes[3]!.toUpperCase().match(/.{4}/g)!.join('-')} `;
    const { data, error } = await elsewhere.mfa.recoveryCodes.verify({ code: typed });
    expect(error).toBeNull();
    expect(data!.refresh_token).not.toBe(before.refresh_token);
    const { data: level } = await elsewhere.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(level!.currentAuthenticationMethods.map((entry) => (entry as { method: string }).method)).toEqual([
      'mfa/recovery_code',
      'password',
    ]);
    expect((await third.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await elsewhere.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
    expect((await mailTo(server, email, 2)).subject).toBe('A recovery code was used');
    expect((await client.mfa.recoveryCodes.verify({ code: codes[3]! })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid recovery code entered',
    });
  });

  test('gives one session for 20 parallel uses', async () => {
    const { codes, elsewhere } = await withCodes();
    const as = await bearerOf(elsewhere);
    const body = { code: codes[0]! };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(server, { path: '/factors/recovery-codes/verify', as, body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0);
    expect((await elsewhere.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9);
  });

  test('of another account is refused', async () => {
    const [{ codes }, { elsewhere }] = await Promise.all([withCodes(), withCodes()]);
    expect((await elsewhere.mfa.recoveryCodes.verify({ code: codes[0]! })).error?.code).toBe(
      'mfa_verification_failed',
    );
  });
});

test('the endpoints of recovery codes refuse what the account or its level does not allow', async () => {
  const { elsewhere, id } = await withCodes();
  const aal1 = await bearerOf(elsewhere);
  const { client, factorId } = await verified(server, recoveryOption);
  const sole = await bearerOf(client);
  await server.sql(`update auth.mfa_factors set status = 'unverified' where id = $1`, [factorId]);
  const code = 'aaaabbbbccccdddd';
  for (const [method, path, as, status, error_code, body] of [
    ['POST', 'recovery-codes', aal1, 403, 'insufficient_aal'],
    ['POST', 'recovery-codes/regenerate', aal1, 403, 'insufficient_aal'],
    ['DELETE', 'recovery-codes', aal1, 403, 'insufficient_aal'],
    ['POST', 'recovery-codes', sole, 422, 'mfa_recovery_codes_sole_factor'],
    ['POST', 'recovery-codes/regenerate', sole, 404, 'mfa_factor_not_found'],
    ['GET', 'recovery-codes', sole, 404, 'mfa_factor_not_found'],
    ['POST', 'recovery-codes/verify', sole, 422, 'mfa_verification_failed', { code }],
    ['POST', 'recovery-codes/verify', aal1, 400, 'validation_failed', { code: ' - ' }],
    // They are no factor for a challenge.
    ['POST', `${id}/challenge`, aal1, 400, 'validation_failed'],
  ] as const) {
    const answer = await send(server, { method, path: `/factors/${path}`, as, body });
    expect(answer, `${method} ${path}`).toMatchObject({ status, body: { error_code } });
  }
});

/** A person at aal2 who has asked for a set of codes. */
async function withMadeCodes() {
  const person = await verified(server, recoveryOption);
  const { data, error } = await person.client.mfa.recoveryCodes.generate();
  if (error) throw error;
  return { ...person, ...data, email: person.user.email! };
}

/** A person at aal2 with a set of codes, and the same person at another browser, at aal1. */
async function withCodes() {
  const person = await verified(server, recoveryOption);
  const set = await putCodes(server, person.user.id);
  const elsewhere = await signInElsewhere(server, person, recoveryOption);
  return { ...person, ...set, elsewhere, email: person.user.email! };
}

const levelOf = async (client: GoTrueClient) =>
  (await client.mfa.getAuthenticatorAssuranceLevel()).data!.currentLevel;
