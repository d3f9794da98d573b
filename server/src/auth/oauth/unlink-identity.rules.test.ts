import { describe, expect, it } from 'vitest';
import { sampleAccount, sampleIdentity, sampleUser } from '../kernel/entities/account.sample.ts';
import { changesWithout } from './unlink-identity.rules.ts';

const identity = (id: string, provider: string, email: string | null, isVerified: unknown = true) =>
  sampleIdentity({ id, provider, email, identity_data: { email, email_verified: isVerified } });

const own = identity('1', 'email', 'ada@example.org');
const same = identity('2', 'google', 'ada@example.org');
const other = identity('3', 'github', 'work@example.org');
const unverified = identity('4', 'gitlab', 'x@example.org', false);
const wallet = identity('5', 'web3', null);
const phone = identity('6', 'phone', null);

const noPassword = { encrypted_password: null };
const noEmail = { email: null, email_confirmed_at: null };
const noPhone = { phone: null, phone_confirmed_at: null };
const work = { email: 'work@example.org' };

describe('an account without one of its identities (contract A3.4)', () => {
  it.each([
    ['keeps an address that another identity has', [own, same], own, ['google'], noPassword],
    ['keeps an address that the identity did not give', [own, other], other, ['email'], {}],
    ['takes the next verified address', [own, other], own, ['github'], { ...work, ...noPassword }],
    ['takes no unverified address', [own, unverified], own, ['gitlab'], { ...noEmail, ...noPassword }],
    ['has none when no other identity has one', [own, wallet], own, ['web3'], { ...noEmail, ...noPassword }],
    [
      'passes over unverified addresses',
      [own, unverified, other],
      own,
      ['gitlab', 'github'],
      { ...work, ...noPassword },
    ],
    ['has no number without its phone identity', [own, phone], phone, ['email'], noPhone],
    ['keeps its password while its number stays', [own, phone], own, ['phone'], noEmail],
    ['keeps its number without another identity', [own, phone, wallet], wallet, ['email', 'phone'], {}],
  ])('%s', (_, identities, removed, providers, rest) => {
    expect(changesWithout(sampleAccount({ identities }), removed)).toEqual({
      raw_app_meta_data: { provider: providers[0], providers },
      ...rest,
    });
  });

  it.each(['true', 1, null, {}])('treats email_verified %j as unverified', (isVerified) => {
    const doubtful = identity('7', 'house', 'y@example.org', isVerified);
    const changes = changesWithout(sampleAccount({ identities: [own, doubtful] }), own);
    expect(changes).toMatchObject({ email: null, email_confirmed_at: null });
  });

  it('keeps the rest of app_metadata', () => {
    const user = sampleUser({
      raw_app_meta_data: { provider: 'email', providers: ['email'], roles: ['admin'] },
    });
    const changes = changesWithout(sampleAccount({ user, identities: [own, same] }), own);
    expect(changes.raw_app_meta_data).toMatchObject({ roles: ['admin'], provider: 'google' });
  });
});
