import { makeApplication, type Member } from '../../harness/member.ts';
import { expect, test, type TestServer } from '../../harness/fixtures.ts';

test('an application of the same address, profile or name is listed', async ({ server, reader }) => {
  const email = 'Comes.Again@builders.example';
  const linkedin = 'https://www.linkedin.com/in/sample-comes-again';
  const both = await archived(
    server,
    'both',
    { name: 'Both Sample', email: email.toUpperCase(), linkedin: `${linkedin}/` },
    90,
  );
  const byEmail = await archived(
    server,
    'by-email',
    { name: 'Email Sample', email: email.toLowerCase() },
    60,
  );
  const byProfile = await archived(server, 'by-profile', { name: 'Profile Sample', linkedin }, 30);
  await makeApplication(server, 'someone-else', { name: 'Other Sample' });
  const namesake = await makeApplication(server, 'namesake', { name: 'AMB\u00c9R \uff33ample' });
  const now = await makeApplication(server, 'now', { email, linkedin });
  const found = await others(reader, now);
  expect(found).toMatchObject([
    { id: byProfile, same_email: false, same_profile: true },
    { id: byEmail, same_email: true, same_profile: false },
    { id: both, same_email: true, same_profile: true },
    { id: namesake, same_email: false, same_profile: false, same_name: true },
  ]);
  const keys = 'archived_at created_at email_confirmed_at id same_email same_name same_profile status';
  expect(Object.keys(found[0]!).toSorted().join(' ')).toBe(keys);
  expect((await others(reader, byEmail)).map(({ id }) => id)).toEqual([now, both]);
});

test('an application without a profile does not match others without one', async ({ server, reader }) => {
  await archived(server, 'no-profile-old', { name: 'Bronze Sample', linkedin: null });
  const now = await makeApplication(server, 'no-profile', { name: 'Copper Sample', linkedin: null });
  expect(await others(reader, now)).toEqual([]);
});

test('the lookup is logged for the given application, not for the others', async ({ server, reader }) => {
  const before = await archived(server, 'logged-old', { email: 'logged@builders.example' });
  const now = await makeApplication(server, 'logged', { email: 'logged@builders.example' });
  await others(reader, now);
  await others(reader, now);
  const opened = await server.column`
    select application_id from public.access_log
     where application_id in (${now}, ${before}) and kind = 'opened' and actor = ${reader.id}`;
  expect(opened).toEqual([now]);
});

test('of twelve matches it lists the latest ten', async ({ server, reader }) => {
  const email = 'often@builders.example';
  const ids: string[] = [];
  for (let days = 40; days > 28; days -= 1)
    ids.unshift(await archived(server, `often-${days}`, { email }, days));
  const now = await makeApplication(server, 'often', { email });
  expect((await others(reader, now)).map(({ id }) => id)).toEqual(ids.slice(0, 10));
});

interface Other {
  readonly id: string;
  readonly same_email: boolean;
  readonly same_profile: boolean;
  readonly archived_at: string | null;
}

const others = (reader: Member, id: string) =>
  reader.call<Other[]>('review_same_person', { application_id: id });

/** An application that was not confirmed and is set aside. */
const archived = (server: TestServer, handle: string, columns: object, days = 30) =>
  makeApplication(server, handle, {
    created_at: new Date(Date.now() - days * 86_400_000),
    archived_at: new Date(Date.now() - (days - 7) * 86_400_000),
    ...columns,
  });
