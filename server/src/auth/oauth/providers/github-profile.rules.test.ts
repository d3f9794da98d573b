import { describe, expect, it } from 'vitest';
import { githubEmail, githubProfile, githubUser } from './github-profile.rules.ts';

describe('a GitHub account', () => {
  const user = { id: 42, login: 'ada', name: 'Ada L', avatar_url: 'https://example.org/a.png' };
  const emails = [
    { email: 'Second@example.org', primary: false, verified: true },
    { email: 'First@example.org', primary: true, verified: false },
  ];

  const profile = (change: Partial<Parameters<typeof githubProfile>[0]>, addresses = emails) =>
    githubProfile({ ...user, ...change }, addresses, 'https://api.github.com');

  it('is known by its number, and has the members that all providers share', () => {
    expect(profile({})).toEqual({
      subject: '42',
      emails: [
        { address: 'second@example.org', isVerified: true, isPrimary: false },
        { address: 'first@example.org', isVerified: false, isPrimary: true },
      ],
      claims: {
        iss: 'https://api.github.com',
        sub: '42',
        provider_id: '42',
        email: 'first@example.org',
        email_verified: false,
        phone_verified: false,
        name: 'Ada L',
        full_name: 'Ada L',
        user_name: 'ada',
        preferred_username: 'ada',
        avatar_url: 'https://example.org/a.png',
      },
    });
  });

  it('shows its first address when none is primary', () => {
    const { claims } = profile({}, [emails[0]!, { ...emails[1]!, primary: false }]);
    expect(claims).toMatchObject({ email: 'second@example.org', email_verified: true });
  });

  it('has no address that is not valid', () => {
    const invalid = ['', 'ada', ' ada@example.org'].map((email) => ({
      email,
      primary: true,
      verified: true,
    }));
    expect(profile({}, invalid)).toMatchObject({ emails: [], claims: { email_verified: false } });
  });

  it('may have no addresses and no name', () => {
    const { emails: none, claims } = profile({ name: null, avatar_url: null }, []);
    expect(none).toEqual([]);
    for (const member of ['email', 'name', 'full_name', 'avatar_url'])
      expect(claims).not.toHaveProperty(member);
  });

  it('has no characters that PostgreSQL cannot store', () => {
    const { claims } = profile({ name: 'A\u0000da', login: 'ada\ud83d', avatar_url: '\u0000' });
    expect(claims).toMatchObject({ name: 'Ada', full_name: 'Ada', user_name: 'ada\ufffd' });
    expect(claims).not.toHaveProperty('avatar_url');
  });

  it.each([{}, { message: 'Bad credentials' }, { id: '42', login: 'ada' }, { id: 42 }, null, []])(
    'is not read from %j',
    (answer) => {
      expect(githubUser.safeParse(answer).success).toBe(false);
    },
  );

  it.each([{}, { email: 'a@example.org' }, { email: 'a@example.org', primary: true, verified: 'true' }])(
    'has no address %j',
    (answer) => {
      expect(githubEmail.safeParse(answer).success).toBe(false);
    },
  );
});
