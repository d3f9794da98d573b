import { describe, expect, it } from 'vitest';
import { pageLinks, parsePage } from './pagination.rules.ts';

describe('a page (contract A7.2)', () => {
  it.each([
    [undefined, undefined, 1, 50],
    ['', '', 1, 50],
    ['1', '1', 1, 1],
    ['7', '20', 7, 20],
    ['0', '0', 1, 50],
    ['1', '1000', 1, 1_000],
    ['1', '1001', 1, 1_000],
    ['1', '999999999', 1, 1_000],
    ['007', '08', 7, 8],
    ['999999999', '50', 999_999_999, 50],
  ])('for page %j and size %j is number %i of %i users', (page, perPage, number, size) => {
    expect(parsePage(page, perPage)).toEqual({ number, size });
  });

  it.each(['-1', '1.5', '1e3', 'one', ' 1', '1 ', '٣', '1000000000', '1;drop', '0x10', 'NaN'])(
    'is refused with %j',
    (text) => {
      const refusal = expect.objectContaining({
        status: 400,
        code: 'validation_failed',
        message: `Bad Pagination Parameters: "${text}" is not a page number`,
      });
      expect(() => parsePage(text, undefined)).toThrow(refusal);
      expect(() => parsePage(undefined, text)).toThrow(refusal);
    },
  );

  it('is shortened in the error', () => {
    expect(() => parsePage('x'.repeat(1_000), undefined)).toThrow(`"${'x'.repeat(40)}" is not`);
  });

  it.each([
    [1, 50, 0, '<u?page=1&per_page=50>; rel="last"'],
    [1, 50, 50, '<u?page=1&per_page=50>; rel="last"'],
    [1, 50, 51, '<u?page=2&per_page=50>; rel="next", <u?page=2&per_page=50>; rel="last"'],
    [2, 10, 35, '<u?page=3&per_page=10>; rel="next", <u?page=4&per_page=10>; rel="last"'],
    [4, 10, 35, '<u?page=4&per_page=10>; rel="last"'],
    [9, 10, 35, '<u?page=4&per_page=10>; rel="last"'],
  ])('number %i of size %i with %i users has the links %s', (number, size, total, expected) => {
    expect(pageLinks('u', { number, size }, total)).toBe(expected);
  });

  it('keeps the filter', () => {
    const links = pageLinks('u', { number: 1, size: 50 }, 51, 'a&b');
    expect(links).toBe(
      '<u?page=2&per_page=50&filter=a%26b>; rel="next", <u?page=2&per_page=50&filter=a%26b>; rel="last"',
    );
  });
});
