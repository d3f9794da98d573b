import { Fragment } from 'react';
import { useWords } from '../words.tsx';
import styles from './Keys.module.css';

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Renders keys in boxes, one for each press, such as 'Mod+k', 'g b' and 'Escape'. */
export function Keys({ of }: { of: string }) {
  const { keys } = useWords().commands;
  const nameOf = (press: string) => {
    if (press === 'Escape' || press === 'Backspace') return keys[press];
    if (!press.startsWith('Mod+')) return press;
    const key = press.slice('Mod+'.length);
    return `${isMac() ? keys.Command : keys.Control} ${key.length === 1 ? key.toUpperCase() : key}`;
  };
  return (
    <span className={styles['keys']}>
      {of.split(' ').map((press, place) => (
        <Fragment key={press}>
          {place > 0 && <span className="visually-hidden"> {keys.followedBy} </span>}
          <kbd>{nameOf(press)}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
