import { send } from '@solostead/server-testkit/auth/scenario';
import { adminClient, signInElsewhere } from '@solostead/server-testkit/auth/clients';
import { bearerOf, verified } from '@solostead/server-testkit/auth/second-factor';
import { describe, expect, testOpen as test } from '@solostead/server-testkit/fixtures';

describe('a person with a second factor', () => {
  test('changes password and address at aal2 only', async ({ server }) => {
    const { client, user, password } = await verified(server);
    const elsewhere = await signInElsewhere(server, { user, password });
    const refused = await elsewhere.updateUser({ password: 'another fine passphrase' });
    expect(refused.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    expect((await client.updateUser({ password: 'another fine passphrase' })).error).toBeNull();
  });

  test('loses no session to a password alone: scope others is refused', async ({ server }) => {
    const person = await verified(server);
    const elsewhere = await signInElsewhere(server, person);
    const { error } = await elsewhere.signOut({ scope: 'others' });
    expect(error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    expect((await elsewhere.getUser()).error).toBeNull();
    expect((await person.client.getUser()).error).toBeNull();
    expect((await person.client.signOut({ scope: 'others' })).error).toBeNull();
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  test('loses no session to a password alone: scope global (contract A3.3)', async ({ server }) => {
    const person = await verified(server);
    const elsewhere = await signInElsewhere(server, person);
    const as = await bearerOf(elsewhere);
    expect(await send(server, { method: 'POST', path: '/logout', as })).toMatchObject({ status: 204 });
    expect((await send(server, { path: '/user', as })).body).toMatchObject({
      error_code: 'session_not_found',
    });
    expect((await person.client.getUser()).error).toBeNull();
    expect((await person.client.signOut({ scope: 'global' })).error).toBeNull();
    expect(await server.sql('select 1 from auth.sessions where user_id = $1', [person.user.id])).toEqual([]);
  });

  test('has factors that the secret key can list and remove (contract A7.4)', async ({ server }) => {
    const { user, factorId } = await verified(server);
    const { mfa } = adminClient(server).admin;
    expect((await mfa.listFactors({ userId: user.id })).data).toMatchObject({ factors: [{ id: factorId }] });
    expect((await mfa.deleteFactor({ userId: user.id, id: factorId })).error).toBeNull();
    expect((await mfa.deleteFactor({ userId: user.id, id: factorId })).error?.code).toBe(
      'mfa_factor_not_found',
    );
  });
});
