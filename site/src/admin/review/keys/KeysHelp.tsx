import { useState } from 'react';
import { Modal } from '../dialogs/Modal.tsx';
import { useWords } from '../words.tsx';
import { keysAreOn, switchKeys } from './keys-setting.ts';
import styles from './KeysHelp.module.css';

/** What each key does, and the switch that turns them off. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const [isOn, setOn] = useState(keysAreOn);
  return (
    <Modal title={words.keys.title} onClose={onClose}>
      <dl className={styles['keys']}>
        {Object.entries(words.keys.list).map(([key, what]) => (
          <div key={key} className={styles['key']}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className={styles['switch']}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            switchKeys(target.checked);
            setOn(target.checked);
          }}
        />
        {words.keys.enabled}
      </label>
    </Modal>
  );
}
