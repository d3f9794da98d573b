import { describe, expect, it } from 'vitest';
import { completeLink, isEvidenceValid, MAX_EVIDENCE_LENGTH } from './evidence.ts';

describe('a link to something shipped', () => {
  it.each([
    ['one.example', 'https://one.example/'],
    [' https://one.example/a b ', 'https://one.example/a%20b'],
    ['HTTPS://One.Example/x', 'https://one.example/x'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/'],
    ['', ''],
  ])('%j is completed to %j and accepted', (typed, completed) => {
    expect(completeLink(typed)).toBe(completed);
    expect(isEvidenceValid('repository', completed)).toBe(true);
  });

  it.each([
    'http://one.example',
    'javascript:alert(1)',
    'https://localhost',
    'https://a@one.example',
    'two words',
    'ftp://a.example',
  ])('%s is refused', (typed) => expect(isEvidenceValid('link', completeLink(typed))).toBe(false));

  it('is required like the description, but the repository is optional', () => {
    expect([
      isEvidenceValid('link', ''),
      isEvidenceValid('repository', ''),
      isEvidenceValid('words', ''),
    ]).toEqual([false, true, false]);
  });
});

it('the description has at most 500 characters, of which two or more are visible', () => {
  expect(isEvidenceValid('words', 'x'.repeat(MAX_EVIDENCE_LENGTH))).toBe(true);
  expect(isEvidenceValid('words', 'x'.repeat(MAX_EVIDENCE_LENGTH + 1))).toBe(false);
  expect(isEvidenceValid('words', '\u200b\u200b')).toBe(false);
});
