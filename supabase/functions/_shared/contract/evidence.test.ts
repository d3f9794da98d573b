import { describe, expect, it } from 'vitest';
import { completeLink, isEvidenceValid, MAX_EVIDENCE_LENGTH } from './evidence.ts';

describe('a link to something that was shipped', () => {
  it.each([
    ['one.example', 'https://one.example/'],
    [' https://one.example/a b ', 'https://one.example/a%20b'],
    ['HTTPS://One.Example/x', 'https://one.example/x'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/'],
    ['', ''],
  ])('%j is completed to %j and taken', (typed, completed) => {
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

  it('is needed, as the words are; the repository is not', () => {
    expect([
      isEvidenceValid('link', ''),
      isEvidenceValid('repository', ''),
      isEvidenceValid('words', ''),
    ]).toEqual([false, true, false]);
  });
});

it('two sentences have at most 500 characters and two that show', () => {
  expect(isEvidenceValid('words', 'x'.repeat(MAX_EVIDENCE_LENGTH))).toBe(true);
  expect(isEvidenceValid('words', 'x'.repeat(MAX_EVIDENCE_LENGTH + 1))).toBe(false);
  expect(isEvidenceValid('words', '\u200b\u200b')).toBe(false);
});
