import { describe, expect, it } from 'vitest';
import { isLoopback, isLoopbackAddress, secureUrl } from './secure-url.rules.ts';

describe('a hostname of this machine', () => {
  it.each([
    ['127.0.0.1', true, true],
    ['127.255.255.254', true, true],
    ['[::1]', true, true],
    ['localhost', false, true],
    ['', false, false],
    ['::1', false, false],
    ['126.0.0.1', false, false],
    ['128.0.0.1', false, false],
    ['0.0.0.0', false, false],
    ['127.0.0.1.example.org', false, false],
    ['example.org.127.0.0.1', false, false],
    ['localhost.example.org', false, false],
    ['notlocalhost', false, false],
    ['192.168.0.1', false, false],
  ])('%j is a loopback address: %s, or localhost: %s', (hostname, isAddress, isOurs) => {
    expect(isLoopbackAddress(hostname)).toBe(isAddress);
    expect(isLoopback(hostname)).toBe(isOurs);
  });
});

describe('a URL that may carry secrets', () => {
  it.each([
    ['https://idp.example/metadata', 'https://idp.example/metadata'],
    ['HTTPS://IDP.example', 'https://idp.example/'],
    ['http://localhost:4000/x', 'http://localhost:4000/x'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/'],
    ['http://[::1]/', 'http://[::1]/'],
  ])('%s', (text, href) => {
    expect(secureUrl(text)?.href).toBe(href);
  });

  it.each([
    '',
    'idp.example',
    'http://idp.example/',
    'http://127.0.0.1.example.org/',
    'http://localhost@evil.example/',
    'ftp://localhost/',
    'ws://localhost/',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('%j is not one', (text) => {
    expect(secureUrl(text)).toBeNull();
  });
});
