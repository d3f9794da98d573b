import { describe, expect, it } from 'vitest';
import { isRedirectAllowed, redirectTarget } from './redirect-target.rules.ts';

const SITE = 'https://lab.example';
const rules = (...additional_redirect_urls: string[]) => ({ siteUrl: SITE, additional_redirect_urls });

describe('a redirect target on the site itself (contract A0.5)', () => {
  it.each([
    'https://lab.example',
    'https://lab.example/admin?tab=1#top',
    'https://LAB.example/admin',
    'https://lab.example:443/',
    'http://127.0.0.1:5173/admin',
    'https://127.0.0.1/',
    'http://127.1.2.3:80/',
    'http://[::1]:3000/admin',
  ])('%s is allowed', (address) => {
    expect(isRedirectAllowed(address, rules())).toBe(true);
  });

  it.each([
    'http://lab.example/',
    'https://lab.example:8443/',
    'https://lab.example.evil.example/',
    'https://evil.example/?https://lab.example',
    'https://evil.example#https://lab.example',
    'https://lab.example@evil.example/',
    'https://user:secret@lab.example/',
    'https://user@lab.example/',
    'https://sub.lab.example/',
    'https://xlab.example/',
    'http://localhost:3000/',
    'http://127.0.0.1.evil.example/',
    'http://128.0.0.1/',
    'javascript:alert(1)//lab.example',
    'data:text/html,lab.example',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'app://[::1]/',
    '//lab.example/',
    '/admin',
    'lab.example',
    '',
    'https://',
    // Browsers read a backslash as a slash, leave tabs and line breaks out, and take other scripts' dots for dots.
    'https:\\\\evil.example/',
    'https://evil.example\\@lab.example/',
    'https://lab.example\t.evil.example/',
    'https://lab.exa\nmple.evil.example/',
    'https://lab\u3002example.evil\u3002example/',
    'https://lab.example%2eevil.example/',
    'https://lab.example\u2024evil.example/',
    'https:evil.example',
    '\\\\lab.example/',
    'https://lab.example.',
    'https://1ab.example/',
    'https://l\u0430b.example/',
  ])('%j is refused', (address) => {
    expect(isRedirectAllowed(address, rules())).toBe(false);
    expect(redirectTarget([address], rules())).toBe(SITE);
  });

  it.each([
    ['http://localhost:3000', 'http://localhost:5173/', true],
    ['http://localhost:3000', 'http://127.0.0.1:9/', true],
    ['http://localhost:3000', 'https://localhost:3000/', false],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:5173/', true],
    ['http://127.0.0.1:3000', 'http://localhost:5173/', false],
    ['https://lab.example:8443', 'https://lab.example:8443/a', true],
    ['https://lab.example:8443', 'https://lab.example/a', false],
  ])('of %s, %s: %s', (siteUrl, address, expected) => {
    expect(isRedirectAllowed(address, { siteUrl, additional_redirect_urls: [] })).toBe(expected);
  });
});

describe('additional_redirect_urls', () => {
  it.each([
    ['https://app.example/welcome', 'https://app.example/welcome', true],
    ['https://app.example/welcome', 'https://app.example/welcome#fragment', true],
    ['https://app.example/welcome', 'https://app.example/welcome/', true],
    ['https://app.example/welcome', 'https://app.example/welcome/more', false],
    ['https://app.example/welcome', 'https://app.example/welcome?next=1', false],
    ['https://app.example', 'https://app.example/', true],
    ['https://app.example', 'https://app.example/more', false],
    ['https://app.example/', 'https://app.example', true],
    // One * is within a label or a part of the path.
    ['https://*.app.example/', 'https://pr-12.app.example/', true],
    ['https://*.app.example/', 'https://a.b.app.example/', false],
    ['https://*.app.example/', 'https://app.example/', false],
    ['https://*.app.example/', 'https://evil.example/.app.example/', false],
    ['https://app.example/*', 'https://app.example/one', true],
    ['https://app.example/*', 'https://app.example/one/two', false],
    ['https://app.example/*', 'https://app.example/page.html', false],
    ['https://app-*.example/', 'https://app-1.example/', true],
    ['https://app-*.example/', 'https://app-1.evil.example/', false],
    // Two are anything.
    ['https://app.example/**', 'https://app.example/one/two.html?x=1', true],
    ['https://app.example/**', 'https://app.example.evil.example/', false],
    ['https://**.app.example/**', 'https://a.b.app.example/c/d', true],
    // A question mark is one character of a label or part.
    ['https://app?.example/', 'https://app1.example/', true],
    ['https://app?.example/', 'https://app12.example/', false],
    ['https://app?.example/', 'https://app.example/', false],
    ['https://app?example/', 'https://app.example/', false],
    // All other characters are themselves.
    ['https://app.example/', 'https://appxexample/', false],
    ['https://app.example/[a]', 'https://app.example/a', false],
    ['https://app.example/(a|b)', 'https://app.example/a', false],
    ['https://app.example/{a,b}', 'https://app.example/a', false],
    ['https://app.example/a+', 'https://app.example/aa', false],
    ['https://app.example/!(x)', 'https://app.example/y', false],
    // Apps have custom schemes.
    ['org.lab.app://callback', 'org.lab.app://callback', true],
    ['org.lab.app://callback', 'org.lab.app://callback/evil', false],
    ['org.lab.app://**', 'org.lab.app://anything/at/all', true],
    ['org.lab.app://**', 'com.evil.app://anything', false],
    ['https://APP.example/', 'https://app.example/', false],
  ])('%s allows %s: %s', (glob, address, expected) => {
    expect(isRedirectAllowed(address, rules(glob))).toBe(expected);
  });

  it.each([
    ['https://*.app.example/', 'https://evil.example\\.app.example/'],
    ['https://*.app.example/', 'https://evil.example#.app.example/'],
    ['https://*.app.example/', 'https://evil.example?.app.example/'],
    ['https://*.app.example/', 'https://evil\u3002example\u3002app.example/'],
    ['https://app.example/**', 'https://app.example@evil.example/'],
    ['https://app.example/**', 'https://app.example\\@evil.example'.replace('app', 'xapp')],
    ['**', 'javascript:alert(1)'],
    ['**', ' java\nscript:alert(1)'],
    ['**', 'data:text/html,<script>alert(1)</script>'],
    ['**', 'file:///etc/passwd'],
  ])('%s does not allow %j', (glob, address) => {
    expect(isRedirectAllowed(address, rules(glob))).toBe(false);
  });

  it('lead to the address as browsers read it', () => {
    expect(redirectTarget(['https://lab.example\\@evil.example/'], rules())).toBe(
      'https://lab.example/@evil.example/',
    );
    expect(redirectTarget(['https:/\\lab.example/a\r\nb'], rules())).toBe('https://lab.example/ab');
  });

  it('never allow an address with credentials', () => {
    expect(isRedirectAllowed('https://user:secret@app.example/', rules('https://**'))).toBe(false);
  });

  it('are tried one after another', () => {
    expect(
      isRedirectAllowed('https://two.example/', rules('https://one.example', 'https://two.example')),
    ).toBe(true);
  });

  it('are never longer than 4,096 characters', () => {
    const address = (length: number) => 'https://app.example/'.padEnd(length, 'a');
    expect(isRedirectAllowed(address(4_096), rules('https://app.example/*'))).toBe(true);
    expect(isRedirectAllowed(address(4_097), rules('https://app.example/*'))).toBe(false);
  });

  it('are matched in time linear in the address', () => {
    // Processor time, because a busy machine takes longer.
    const started = process.threadCpuUsage();
    isRedirectAllowed(`https://app.example/${'a'.repeat(4_000)}!`, rules('https://app.example/*a*a*a!b'));
    expect(process.threadCpuUsage(started).user / 1_000).toBeLessThan(2_000);
  });
});

describe('candidates', () => {
  const allowed = rules('https://app.example/**');

  it.each<[(string | null | undefined)[], string]>([
    [[], SITE],
    [[null, undefined, ''], SITE],
    [['https://app.example/a', 'https://lab.example/b'], 'https://app.example/a'],
    [['https://evil.example/', 'https://lab.example/b'], 'https://lab.example/b'],
    [['https://evil.example/', 'not a url', undefined, 'https://app.example/c'], 'https://app.example/c'],
    [['https://evil.example/'], SITE],
    [['https://lab.example/a b'], 'https://lab.example/a%20b'],
    [['https://lab.example/../x'], 'https://lab.example/x'],
  ])('%j lead to %s', (candidates, expected) => {
    expect(redirectTarget(candidates, allowed)).toBe(expected);
  });
});
