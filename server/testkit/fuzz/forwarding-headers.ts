import * as fc from 'fast-check';

/** One entry of X-Forwarded-For, as a client or a proxy may have written it. */
const entry = fc.oneof(
  { weight: 3, arbitrary: fc.ipV4() },
  { weight: 2, arbitrary: fc.ipV6() },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.ipV4(), fc.integer({ min: -1, max: 70_000 }))
      .map(([address, port]) => `${address}:${port}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.ipV6(), fc.constantFrom('', ':443', '%eth0', '%25eth0]:1'))
      .map(([address, after]) => `[${address}]${after}`),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'unknown',
      '_hidden',
      '',
      '-',
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:808:808',
      'fe80::1%eth0',
      '0x7f.1',
      '1.2.3',
      '999.1.1.1',
      '1.2.3.4/8',
      "1.2.3.4'; --",
      'for=1.2.3.4',
      '[',
      '::',
      '%',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 20 }) },
);

/** A list of such entries. */
export const forwardedFor = fc
  .array(entry, { maxLength: 5 })
  .map((entries) => entries.join(', ').replace(/[^\x20-\x7e]/g, '?'));

/** A header by which a proxy says whom it speaks for. */
export const forwardingHeader = fc.tuple(
  fc.constantFrom(
    'x-forwarded-for',
    'x-forwarded-for',
    'x-real-ip',
    'cf-connecting-ip',
    'true-client-ip',
    'forwarded',
  ),
  forwardedFor,
);
