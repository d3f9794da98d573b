import { expect, it } from 'vitest';
import { completeTexts, followSaved, textsOf } from './evidence-texts.ts';

it('is empty without evidence, and completes addresses and trims words before they are sent', () => {
  const empty = { link: '', repository: '', words: '' };
  expect(textsOf(null)).toEqual(empty);
  expect(textsOf({ link: 'https://one.example/', repository: null, words: 'Mine.' })).toEqual({
    ...empty,
    link: 'https://one.example/',
    words: 'Mine.',
  });
  expect(completeTexts({ link: ' one.example/x ', repository: '', words: ' Mine. ' })).toEqual({
    ...empty,
    link: 'https://one.example/x',
    words: 'Mine.',
  });
});

it('shows the saved text in each field that was not changed in the meantime', () => {
  const sent = { link: 'one.example', repository: '', words: 'It works.' };
  const typed = { ...sent, words: 'It works. People use it.' };
  const saved = { ...sent, link: 'https://one.example/' };
  expect(followSaved(typed, sent, saved)).toEqual({ ...typed, link: 'https://one.example/' });
});
