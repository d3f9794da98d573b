import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { sampleApplication } from '../../harness/applicant.ts';
import { submitApplication } from '../../harness/applications.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';

describe('the INSERT into applications (contract P3.1)', () => {
  test('accepts the eleven keys with the publishable key alone, and returns nothing', async ({ server }) => {
    const row = sampleApplication();
    const response = await submitApplication(server, row);
    expect([response.status, await response.text()]).toEqual([201, '']);
    expect(response.headers.get('location')).toBeNull();
    expect(await stored(server, row.email)).toMatchObject([
      { ...row, status: 'submitted', email_confirmed_at: null, archived_at: null, confirmation_mail: 'none' },
    ]);
  });

  test('refuses a body over 64 KB, and stores nothing', async ({ server }) => {
    const row = sampleApplication();
    const response = await submitApplication(server, { ...row, name: 'x'.repeat(66_000) });
    expect([response.status, await stored(server, row.email)]).toEqual([413, []]);
  });

  test('refuses two applications in one request, without the secret key', async ({ server }) => {
    const rows = [sampleApplication(), sampleApplication()];
    const csv = [Object.keys(rows[0]!), ...rows.map(Object.values)].join('\n');
    for (const [body, headers] of [
      [rows, {}],
      [csv, { 'content-type': 'text/csv' }],
      [rows, { prefer: 'missing=default' }],
    ] as const) {
      const response = await submitApplication(server, body, headers);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: '23514', message: expect.stringContaining('applications_one_row') },
      ]);
    }
    for (const { email } of rows) expect(await stored(server, email)).toEqual([]);
    expect((await submitApplication(server, rows, { apikey: server.secretKey })).status).toBe(201);
    expect((await submitApplication(server, [sampleApplication()])).status).toBe(201);
  });

  test('refuses a second row in SQL before it is counted or compared, as on Supabase', async ({ server }) => {
    const [known, fresh] = [sampleApplication(), sampleApplication()];
    expect((await submitApplication(server, known)).status).toBe(201);
    const insert = `
      begin;
      set local role anon;
      set local request.jwt.claims to '{"role": "anon"}';
      set local request.headers to '{"x-forwarded-for": "192.0.2.99"}';
      insert into public.applications (name, email, linkedin, sectors, ${questionColumns})
      select r.name, r.email, r.linkedin, r.sectors, ${answersYes}
        from json_to_recordset('${JSON.stringify([fresh, known])}')
          as r (name text, email text, linkedin text, sectors text)`;
    await expect(server.sql(insert)).rejects.toMatchObject({
      code: '23514',
      constraint: 'applications_one_row',
    });
    expect(await stored(server, fresh.email)).toEqual([]);
  });

  test('stores text trimmed', async ({ server }) => {
    const row = sampleApplication();
    await submitApplication(server, {
      ...row,
      name: '\u3000 Sample\u00a0',
      email: ` ${row.email}\n`,
      sectors: '\tAI ',
      linkedin: `${row.linkedin} `,
    });
    expect(await stored(server, row.email)).toMatchObject([
      { name: 'Sample', sectors: 'AI', linkedin: row.linkedin },
    ]);
  });

  test.for([
    ['dot segments', (profile: string) => `${profile}/../../redir/redirect?url=https://evil.example`],
    ['a page below it', (profile: string) => `${profile}/details/experience/`],
    ['a query and a fragment', (profile: string) => `${profile}?trk=x#about`],
  ] as const)('reduces a profile with %s to the profile itself', async ([_what, written], { server }) => {
    const row = sampleApplication();
    const response = await submitApplication(server, { ...row, linkedin: written(row.linkedin!) });
    expect(response.status).toBe(201);
    expect(await stored(server, row.email)).toMatchObject([
      { linkedin: row.linkedin, linkedin_profile: row.linkedin!.split('/').pop() },
    ]);
  });

  test.for(['return=representation', 'return=minimal,resolution=merge-duplicates'])(
    'returns no data for Prefer: %s',
    async (prefer, { server }) => {
      const row = sampleApplication();
      const response = await submitApplication(server, row, { prefer });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await response.text()).not.toContain(row.email);
      expect(await stored(server, row.email)).toEqual([]);
    },
  );
});

const stored = (server: TestServer, email: string) =>
  server.sql`select * from public.applications where email = ${email}`;
