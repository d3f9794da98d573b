import { expect, it, vi } from 'vitest';
import { nameOfKey } from './key-name.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const control = { ...none, ctrlKey: true };
const command = { ...none, metaKey: true };

it.each([
  ['Linux x86_64', 'k', control, 'Mod+k'],
  ['Win32', 'K', control, 'Mod+k'],
  ['Win32', 'k', command, null],
  ['MacIntel', 'k', command, 'Mod+k'],
  ['MacIntel', 'k', control, null],
  ['iPhone', 'z', command, 'Mod+z'],
  ['Win32', 'k', { ...control, shiftKey: true }, null],
  ['Win32', 'k', { ...control, altKey: true }, null],
  ['Win32', 'k', none, 'k'],
  ['Win32', 'Escape', none, 'Escape'],
  ['Win32', 'ArrowDown', { ...none, shiftKey: true }, 'Shift+ArrowDown'],
  ['Win32', 'X', { ...none, shiftKey: true }, 'X'],
  ['Win32', 'F5', none, null],
])('on %s names %s with %j: %s', (platform, key, modifiers, name) => {
  vi.stubGlobal('navigator', { platform });
  expect(nameOfKey({ key, ...modifiers })).toBe(name);
});
