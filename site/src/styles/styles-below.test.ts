import { expect, test } from 'vitest';
import { divide, withoutCopies } from '../../build/styles-below.mjs';

const seen = (css: string) => {
  const { above, below } = divide(css, new Set(['hero', 'button']));
  return [above, below].map((text) => text.replaceAll(/\s/g, ''));
};

test.each([
  ['rules without a class stay', 'a:hover{x:1}', 'a:hover{x:1}', ''],
  ['rules for lower classes only are moved below', '.footer p{x:1}', '', '.footerp{x:1}'],
  ['a selector that needs both goes below', '.footer .button{x:1}', '', '.footer.button{x:1}'],
  ['a rule of two selectors is divided', '.hero,.footer{x:1}', '.hero{x:1}', '.footer{x:1}'],
  [
    'conditions are in both files',
    '@media print{.hero{x:1}.footer{y:2}}',
    '@mediaprint{.hero{x:1}}',
    '@mediaprint{.footer{y:2}}',
  ],
  ['an emptied condition is dropped', '@media print{.hero{x:1}}', '@mediaprint{.hero{x:1}}', ''],
  ['faces stay', '@font-face{src:url(a)}', '@font-face{src:url(a)}', ''],
])('%s', (_, css, above, below) => {
  expect(seen(css)).toEqual([above, below]);
});

test('a module overrides one that it imports, though another bundle has a second copy of that', () => {
  const field = '.input{x:1}@media print{.input{y:1}}';
  expect(withoutCopies(`${field}.choice{x:2}${field}`)).toBe(`${field}.choice{x:2}`);
});
