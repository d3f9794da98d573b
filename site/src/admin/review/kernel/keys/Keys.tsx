import { Fragment } from 'react';
import { useWords } from '../words.tsx';
import styles from './Keys.module.css';

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Renders keys in boxes, such as 'Mod+k', 'g b' and 'Escape'. */
export function Keys({ of }: { of: string }) {
  const { keys } = useWords().commands;
  const nameOf = (key: string) => {
    if (key === 'Mod') return isMac() ? keys.Command : keys.Control;
    if (key === 'Escape' || key === 'Backspace') return keys[key];
    return of.startsWith('Mod+') && key.length === 1 ? key.toUpperCase() : key;
  };
  const parts = of.split(/[ +]/);
  return (
    <span className={styles['keys']}>
      {parts.map((key, place) => (
        <Fragment key={key}>
          {place > 0 && of.includes(' ') && <span className="visually-hidden"> {keys.followedBy} </span>}
          <kbd>{nameOf(key)}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
