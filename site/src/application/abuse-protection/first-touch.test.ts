import { expect, it } from 'vitest';
import { describeTouch } from './first-touch.ts';

it.each([
  ['a plain visit', 'https://lab.example/', '', 'landing=%2F'],
  [
    'a campaign',
    'https://lab.example/case-study?utm_source=news&utm_medium=mail&utm_campaign=autumn+26&secret=x',
    '',
    'source=news&medium=mail&campaign=autumn+26&landing=%2Fcase-study',
  ],
  [
    'a link on another site',
    'https://lab.example/',
    'https://forum.example/t/1?q=2',
    'referrer=forum.example&landing=%2F',
  ],
  ['a link on this site', 'https://lab.example/', 'https://lab.example/case-study', 'landing=%2F'],
  ['an unreadable referrer', 'https://lab.example/', 'about', 'landing=%2F'],
])('%s', (_, address, referrer, expected) => {
  expect(describeTouch(address, referrer)).toBe(expected);
});
