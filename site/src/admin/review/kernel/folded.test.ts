import { expect, it } from 'vitest';
import { folded } from './folded.ts';

it.each([
  ['François Müller', 'Franc\u0327ois MU\u0308LLER', 'francois muller'],
  ['O\u2019Brien', 'O`Brien', 'obrien'],
  ['\uff21\uff2c\uff25\uff38', 'Alex', 'alex'],
  ['Łukasz Sørensen', 'LUKASZ SØRENSEN', 'lukasz sorensen'],
  ['Straße', 'STRASSE', 'strasse'],
  ['İbrahim Işık', 'IBRAHIM IŞIK', 'ibrahim isik'],
  ['Αλέξανδρος', 'ΑΛΕΞΑΝΔΡΟΣ', 'αλεξανδροσ'],
  ['Jean\u2011Luc', 'jean-luc', 'jean-luc'],
])('folds %s and %s to %s', (one, other, same) => {
  expect(folded(one)).toBe(same);
  expect(folded(other)).toBe(same);
});
