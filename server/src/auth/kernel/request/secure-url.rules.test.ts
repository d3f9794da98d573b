import { describe, expect, it } from 'vitest';
import { secureUrl } from './secure-url.rules.ts';

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
