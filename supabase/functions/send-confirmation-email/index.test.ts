import { expect, test, vi } from 'vitest';

async function ask(body: string): Promise<Response> {
  vi.stubEnv('SUPABASE_URL', 'http://services.example');
  vi.stubEnv('SUPABASE_SECRET_KEYS', '{"default":"sb_secret_sample"}');
  vi.stubEnv('MAIL_FROM', 'a@lab.example');
  vi.stubEnv('MAIL_OUTBOX', '/nowhere');
  // It reads the environment when it is loaded.
  const { default: sendConfirmationEmail } = await import('./index.ts');
  return sendConfirmationEmail.fetch(new Request('http://x', { method: 'POST', body }));
}

test.each(['{"email": 1}', 'null', 'not json', '{"email":"a\\u0000"}', '{"email":"\\ud800"}'])(
  'refuses a request with the body %s',
  async (body) => {
    const response = await ask(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'The body must be JSON with the text "email".' });
  },
);

test('answers 502 with a time to try again while the database is away', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  const response = await ask('{"email":"builder-a@sample.example"}');
  expect([response.status, response.headers.get('retry-after')]).toEqual([502, '5']);
  expect(await response.json()).toEqual({ error: 'The confirmation email could not be sent.' });
  expect(report).toHaveBeenCalledWith(expect.stringMatching(/request_confirmation_mail answered 503\.$/));
  report.mockRestore();
});
