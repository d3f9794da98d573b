import { Fragment } from 'react';
import { isApple } from './key-name.ts';
import styles from './Keys.module.css';

const keyNames: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Backspace: '⌫',
  X: 'Shift X',
  'Shift+ArrowDown': 'Shift ↓',
  'Shift+ArrowUp': 'Shift ↑',
};

/** Renders keys in boxes, one for each press, such as 'Mod+k', 'g b' and 'Escape'. */
export function Keys({ of }: { of: string }) {
  const nameOf = (press: string) => {
    if (!press.startsWith('Mod+')) return keyNames[press] ?? press;
    const key = press.slice('Mod+'.length);
    return `${isApple() ? '⌘' : 'Ctrl'} ${key.length === 1 ? key.toUpperCase() : key}`;
  };
  return (
    <span className={`inline-flex gap-1 whitespace-nowrap ${styles['keys']}`}>
      {of.split(' ').map((press, place) => (
        <Fragment key={press}>
          {place > 0 && <span className="visually-hidden"> then </span>}
          <kbd>{nameOf(press)}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
