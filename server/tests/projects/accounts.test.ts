import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clientOf, endProjects, projectWith, startAlone } from './alone.ts';

afterAll(endProjects);

test('a project without mail templates mails a link that is used by a press and not by a mail scanner', async () => {
  const config = '[auth.email]\nenable_confirmations = true';
  const server = await startAlone(projectWith({ 'config.toml': config }));
  const ada = clientOf(server.url);
  const email = 'ada@example.org';
  const password = 'a passphrase of ada';
  expect((await ada.auth.signUp({ email, password })).error).toBeNull();
  const outbox = join(server.project, '.data/outbox');
  const link = () => {
    const [file] = existsSync(outbox) ? readdirSync(outbox) : [];
    const mail = file ? readFileSync(join(outbox, file), 'utf8') : '';
    return (
      /http\S+\/auth\/v1\/verify\S*/.exec(mail.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='))?.[0] ?? ''
    );
  };
  await expect.poll(link).toContain('/auth/v1/verify/page?');
  for (const method of ['HEAD', 'GET', 'GET', 'HEAD'])
    expect((await fetch(link(), { method, redirect: 'manual' })).status).toBe(200);
  expect((await ada.auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed');
  const page = await fetch(link());
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('<form method="post"><p><button');
  const body = new URLSearchParams();
  const pressed = await fetch(link(), { method: 'POST', body, redirect: 'manual' });
  expect(pressed.status).toBe(303);
  expect(pressed.headers.get('location')).toContain('#access_token=');
  expect((await ada.auth.signInWithPassword({ email, password })).error).toBeNull();
  const again = await fetch(link(), { method: 'POST', body, redirect: 'manual' });
  expect(again.headers.get('location')).toContain('error_code=otp_expired');
});

// settings.test.ts has the projects that accept them.
test('a project refuses common passwords, and its name among them', async () => {
  const { url } = await startAlone(projectWith({ 'config.toml': 'project_id = "target"\n[auth]\n' }));
  const signUp = (password: string) =>
    clientOf(url).auth.signUp({ email: `${crypto.randomUUID()}@example.org`, password });
  for (const password of ['12345678', 'password1', 'Qwertyuiop', 'target123'])
    expect((await signUp(password)).error, password).toMatchObject({
      code: 'weak_password',
      status: 422,
      reasons: ['pwned'],
    });
  expect((await signUp('a passphrase of ada')).error).toBeNull();
});
