import { expect, it } from 'vitest';
import { freeName, nameMistake } from './factor-names.ts';

const taken = ['Security key', 'Security key 2', 'Phone'];

it.each([
  ['', 'Please give it a name.'],
  ['Phone', 'Another of your second factors already has this name.'],
  ['Tablet', undefined],
])('a second factor called %j is answered %j', (name, mistake) => {
  expect(nameMistake(name, taken)).toBe(mistake);
});

it.each([
  ['Security key', 'Security key 3'],
  ['Phone', 'Phone 2'],
  ['Authenticator app', 'Authenticator app'],
])('next to two keys and a phone, %j gets the name %j', (base, name) => {
  expect(freeName(base, taken)).toBe(name);
});
