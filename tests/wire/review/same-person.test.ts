import { makeApplication, type Member } from '../../harness/member.ts';
import { expect, test, type TestServer } from '../../harness/fixtures.ts';

test('an application of the same address or profile is listed with its match', async ({ server, reader }) => {
  const email = 'Comes.Again@builders.example';
  const linkedin = 'https://www.linkedin.com/in/sample-comes-again';
  const both = await archived(server, 'both', { email: email.toUpperCase(), linkedin: `${linkedin}/` }, 90);
  const byEmail = await archived(server, 'by-email', { email: email.toLowerCase() }, 60);
  const byProfile = await archived(server, 'by-profile', { linkedin }, 30);
  await makeApplication(server, 'someone-else');
  const now = await makeApplication(server, 'now', { email, linkedin });
  expect(await others(reader, now)).toEqual([
    expect.objectContaining({ id: byProfile, same_email: false, same_profile: true }),
    expect.objectContaining({ id: byEmail, same_email: true, same_profile: false }),
    expect.objectContaining({ id: both, same_email: true, same_profile: true }),
  ]);
  expect((await others(reader, byEmail)).map(({ id }) => id)).toEqual([now, both]);
});

test('an application without a profile does not match others without one', async ({ server, reader }) => {
  await archived(server, 'no-profile-old', { linkedin: null });
  const now = await makeApplication(server, 'no-profile', { linkedin: null });
  expect(await others(reader, now)).toEqual([]);
});

test('the answer contains no names and addresses', async ({ server, reader }) => {
  await archived(server, 'quiet-old', { email: 'quiet@builders.example' });
  const now = await makeApplication(server, 'quiet', { email: 'quiet@builders.example' });
  const [other] = await others(reader, now);
  const keys = 'archived_at created_at email_confirmed_at id same_email same_profile status';
  expect(Object.keys(other!).toSorted().join(' ')).toBe(keys);
});

test('the lookup is logged for the given application, not for the others', async ({ server, reader }) => {
  const before = await archived(server, 'logged-old', { email: 'logged@builders.example' });
  const now = await makeApplication(server, 'logged', { email: 'logged@builders.example' });
  await others(reader, now);
  await others(reader, now);
  expect(await openings(server, reader, now)).toHaveLength(1);
  expect(await openings(server, reader, before)).toHaveLength(0);
});

test('of thirty matches it lists the latest ten', async ({ server, reader }) => {
  const email = 'often@builders.example';
  for (let days = 40; days > 10; days -= 1) await archived(server, `often-${days}`, { email }, days);
  const now = await makeApplication(server, 'often', { email });
  const told = await others(reader, now);
  expect(told).toHaveLength(10);
  const latest = await server.column<string>`
    select id from public.applications where email = ${email} and archived_at is not null order by created_at desc limit 10`;
  expect(told.map(({ id }) => id)).toEqual(latest);
});

interface Other {
  readonly id: string;
  readonly same_email: boolean;
  readonly same_profile: boolean;
  readonly archived_at: string | null;
}

const others = (reader: Member, id: string, who = reader) =>
  who.call<Other[]>('review_same_person', { application_id: id });

/** An application that was not confirmed and is set aside. */
const archived = (server: TestServer, handle: string, columns: object, days = 30) =>
  makeApplication(server, handle, {
    created_at: new Date(Date.now() - days * 86_400_000),
    archived_at: new Date(Date.now() - (days - 7) * 86_400_000),
    ...columns,
  });

const openings = (server: TestServer, reader: Member, id: string) =>
  server.sql`select from public.access_log
    where application_id = ${id} and kind = 'opened' and actor = ${reader.id}`;
