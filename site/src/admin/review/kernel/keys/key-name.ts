/** Returns true on Apple's platforms, where Command makes a shortcut and Control edits text. */
export const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys that may have a meaning here. All others are left to the browser. */
const isOurs = (key: string) =>
  key.length === 1 || ['Enter', 'Escape', 'Backspace', 'ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key);

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Returns a key's name for commands, 'Mod+k' with Control, or on Apple's platforms Command, and 'Shift+ArrowDown'. Null
 * for the browser's own.
 */
export function nameOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
  if (altKey) return null;
  if (!ctrlKey && !metaKey) {
    if (!isOurs(key)) return null;
    return shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key;
  }
  const isShortcut = !shiftKey && (isApple() ? !ctrlKey : !metaKey);
  return isShortcut ? `Mod+${key.toLowerCase()}` : null;
}
