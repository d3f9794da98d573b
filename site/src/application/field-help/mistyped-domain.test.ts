import { describe, expect, it } from 'vitest';
import { mistypedDomain } from './mistyped-domain.ts';

describe('a mail domain', () => {
  it.each([
    ['gmial.com', 'gmail.com'],
    ['gamil.com', 'gmail.com'],
    ['gmal.com', 'gmail.com'],
    ['gmaill.com', 'gmail.com'],
    ['gnail.com', 'gmail.com'],
    ['GMIAL.COM', 'gmail.com'],
    ['gmail.co', 'gmail.com'],
    ['gmail.con', 'gmail.com'],
    ['gmal.con', 'gmail.com'],
    ['gmail.cm', 'gmail.com'],
    ['gmailcom', 'gmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['hotmai.com', 'hotmail.com'],
    ['outlok.com', 'outlook.com'],
    ['outloook.com', 'outlook.com'],
    ['yaho.com', 'yahoo.com'],
    ['yahooo.com', 'yahoo.com'],
    ['iclould.com', 'icloud.com'],
    ['protonmial.com', 'protonmail.com'],
    ['sample-lab.con', 'sample-lab.com'],
    ['sample.ogr', 'sample.org'],
  ])('%s is corrected to %s', (typed, meant) => {
    expect(mistypedDomain(`sample@${typed}`)).toBe(meant);
  });

  it.each([
    'gmail.com',
    'Gmail.com',
    'googlemail.com',
    'mail.com',
    'email.com',
    'ymail.com',
    'yahoo.ca',
    'yahoo.co.jp',
    'hotmail.ca',
    'outlook.cz',
    'live.com',
    'me.com',
    'gmx.at',
    'gmx.de',
    'example.org',
    'sample.example',
    'sample.co',
    'sample.io',
    'sample.cm',
    'mail.gmial.example',
  ])('%s stays', (domain) => {
    expect(mistypedDomain(`sample@${domain}`)).toBe(null);
  });

  it.each(['', 'sample', '@', 'sample@'])('needs an address: %j', (typed) => {
    expect(mistypedDomain(typed)).toBe(null);
  });
});
