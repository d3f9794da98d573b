import { Fragment } from 'react';
import styles from './Keys.module.css';

const keyNames = {
  Escape: 'Esc',
  Backspace: '⌫',
  Control: 'Ctrl',
  Command: '⌘',
  followedBy: 'then',
} as const;

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Renders keys in boxes, one for each press, such as 'Mod+k', 'g b' and 'Escape'. */
export function Keys({ of }: { of: string }) {
  const nameOf = (press: string) => {
    if (press === 'Escape' || press === 'Backspace') return keyNames[press];
    if (!press.startsWith('Mod+')) return press;
    const key = press.slice('Mod+'.length);
    return `${isMac() ? keyNames.Command : keyNames.Control} ${key.length === 1 ? key.toUpperCase() : key}`;
  };
  return (
    <span className={`gap-1 nowrap ${styles['keys']}`}>
      {of.split(' ').map((press, place) => (
        <Fragment key={press}>
          {place > 0 && <span className="visually-hidden"> {keyNames.followedBy} </span>}
          <kbd>{nameOf(press)}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
