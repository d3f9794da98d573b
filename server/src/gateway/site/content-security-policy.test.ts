import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

function sources(html: string, directive: string, connectTo: string[] = []): string[] {
  const policy = contentSecurityPolicy(html, connectTo);
  const found = policy.split('; ').find((each) => each.startsWith(`${directive} `));
  return found?.split(' ').slice(1) ?? [];
}

test.each([
  ['code', '<script>go()</script>', [hashOf('go()')]],
  ['a module', '<script type="module">go()</script>', [hashOf('go()')]],
  ['a type without quotes', '<script type=module>go()</script>', [hashOf('go()')]],
  ['JavaScript by its name', '<script type="text/javascript">go()</script>', [hashOf('go()')]],
  ['capitals', '<SCRIPT>go()</SCRIPT>', [hashOf('go()')]],
  ['lines and blanks, which count', '<script>\n go() \n</script>', [hashOf('\n go() \n')]],
  ['the same code twice', '<script>go()</script><script>go()</script>', [hashOf('go()')]],
  ['a file', '<script src="/a.js"></script>', []],
  ['a file with code that does not run', '<script src="/a.js">go()</script>', []],
  ['data', '<script type="application/ld+json">{"a":1}</script>', []],
  ['nothing', '<script></script>', []],
])('a script may run by its hash: %s', (_what, html, hashes) => {
  expect(sources(html, 'script-src')).toEqual(["'self'", ...hashes]);
});

test('styles of the page apply by their hashes', () => {
  const html = '<style>a{}</style><style data-x="1">b{}</style>';
  expect(sources(html, 'style-src')).toEqual(["'self'", hashOf('a{}'), hashOf('b{}')]);
});

test('pages send requests to their own origin and to those named', () => {
  expect(sources('', 'connect-src', ['https://api.example'])).toEqual(["'self'", 'https://api.example']);
});

test('nothing is allowed by default, no frame around it and no other base', () => {
  for (const directive of ['default-src', 'frame-ancestors', 'base-uri'])
    expect(sources('', directive)).toEqual(["'none'"]);
  expect(contentSecurityPolicy('<script>go()</script>', [])).not.toMatch(/unsafe|\*/);
});
