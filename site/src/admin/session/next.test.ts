import { expect, it } from 'vitest';
import { placeInAdmin } from './next.ts';

const HERE = 'https://lab.example';

it.each([
  ['/admin?open=1', '/admin?open=1'],
  ['https://lab.example/admin?view=account', '/admin?view=account'],
  ['/admin', null],
  ['/admin#access_token=x', null],
  ['/admin/../evil?x', null],
  ['/administrators?x', null],
  ['//evil.example/admin?x', null],
  ['/\\evil.example/admin?x', null],
  ['https://evil.example/admin?x', null],
  ['https://lab.example@evil.example/admin?x', null],
  ['javascript:alert(1)//admin?x', null],
  ['http://[', null],
  [undefined, null],
  [{}, null],
])('%j leads to %j', (to, expected) => {
  expect(placeInAdmin(to, HERE)).toBe(expected);
});
