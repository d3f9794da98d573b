import { onTestFinished } from 'vitest';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { sharedServer } from '@solostead/server-testkit/servers/server';
import { describe, expect, testPublic as test, type TestServer } from '@solostead/server-testkit/fixtures';
import { postJson } from '@solostead/server-testkit/network/post-json';

test.beforeAll(async ({ server }) => {
  await server.sql(FIXTURE);
  await eventually(async () => (await ask(server, '/rest/v1/rpc/seen_request')).status === 200);
});
test.afterAll(async ({ server }) => {
  await server.sql('drop function public.seen_request');
});

describe('the id of a request', () => {
  test.for(['/rest/v1/notes', '/auth/v1/health', '/functions/v1/absent', '/', '/health/ready', '/absent'])(
    'is in the answer of %s and in the line of the log',
    async (path, { server }) => {
      const response = await ask(server, path);
      expect(idOf(response)).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
      if (path.startsWith('/health')) return;
      await expect.poll(() => server.log.some(({ reqId }) => reqId === idOf(response))).toBe(true);
    },
  );

  test('is that of a trusted proxy where it is well-formed, and a new one otherwise', async ({ server }) => {
    for (const id of [SENT_ID, 'Root=1-67891233-abcdef012345678912345678', 'a1b2c3d4'])
      expect(idOf(await ask(server, '/', id))).toBe(id);
    for (const id of ['short', 'x'.repeat(101), 'with "quotes"', 'a;b;c;d;e;f', ''])
      expect(idOf(await ask(server, '/', id))).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  });

  test('is seen by SQL, in the settings of the transaction and not in its statement', async ({ server }) => {
    const response = await ask(server, '/rest/v1/rpc/seen_request', SENT_ID);
    const seen = (await response.json()) as Record<string, string>;
    expect(seen).toMatchObject({ id: SENT_ID, application: `solostead ${SENT_ID}` });
    expect(seen['statement']).toContain('seen_request');
    expect(seen['statement']).not.toContain(SENT_ID);
  });

  test('differs between requests, and does not stay in a session', async ({ server }) => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const response = await ask(server, '/rest/v1/rpc/seen_request');
        return [idOf(response), ((await response.json()) as { id: string }).id] as const;
      }),
    );
    expect(answers.filter(([returned, seen]) => returned !== seen)).toEqual([]);
    expect(new Set(answers.map(([returned]) => returned)).size).toBe(40);
    await expect
      .poll(() =>
        server.sql(`select application_name from pg_stat_activity
          where backend_type = 'client backend' and application_name ~ '^solostead [0-9a-f]{8}-'`),
      )
      .toEqual([]);
  });

  test('reaches the SQL statements of a sign-in too', async ({ server }) => {
    await server.sql(`
      create table public.seen_ids (id text);
      grant insert on public.seen_ids to public;
      create function public.note_request() returns trigger language plpgsql security definer set search_path = '' as $$
        begin insert into public.seen_ids values (current_setting('solostead.request_id', true)); return new; end $$;
      create trigger note_request after insert on auth.sessions for each row execute function public.note_request()`);
    onTestFinished(async () => {
      await server.sql('drop function public.note_request cascade; drop table public.seen_ids');
    });
    const email = 'admin@sample.example';
    const { password } = await server.addUser(email);
    const response = await postJson(
      server,
      '/auth/v1/token?grant_type=password',
      { email, password },
      { 'x-request-id': SENT_ID },
    );
    expect(response.status).toBe(200);
    expect(await server.sql('select id from public.seen_ids')).toEqual([{ id: SENT_ID }]);
  });

  test('is in the lines that a function prints for it, also after its response', async ({ server }) => {
    const response = await postJson(
      server,
      '/functions/v1/hello',
      { name: 'Ada' },
      { 'x-request-id': FUNCTION_ID },
    );
    expect(response.status).toBe(200);
    // The file before may have called it too.
    const greeted = { msg: 'greeted: Ada', reqId: FUNCTION_ID, function: 'hello' };
    await expect.poll(() => server.log).toContainEqual(expect.objectContaining(greeted));
  });
});

test('an id from an untrusted client is replaced', async () => {
  const open = await sharedServer();
  expect(idOf(await ask(open, '/', SENT_ID))).not.toBe(SENT_ID);
});

const SENT_ID = '3f2a9c1e-0000-4000-8000-00000000abcd';

const FUNCTION_ID = '3f2a9c1e-0000-4000-8000-00000000ef01';

const FIXTURE = `
  create function public.seen_request() returns jsonb language sql as $$
    select jsonb_build_object('id', current_setting('solostead.request_id', true),
      'application', current_setting('application_name'), 'statement', current_query()) $$;
  grant execute on function public.seen_request() to anon;
  notify pgrst, 'reload schema'`;

const ask = (server: TestServer, path: string, id?: string) =>
  fetch(`${server.url}${path}`, {
    headers: { apikey: server.publishableKey, ...(id === undefined ? {} : { 'x-request-id': id }) },
  });
const idOf = (response: Response) => response.headers.get('x-request-id');
