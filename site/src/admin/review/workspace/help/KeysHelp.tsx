import { useState } from 'react';
import { Modal } from '../../kernel/dialogs/Modal.tsx';
import { useWords } from '../../kernel/words.tsx';
import {
  catalogue,
  groups,
  type CatalogueEntry,
  type CommandId,
  type Group,
} from '../../kernel/commands/catalogue.ts';
import { Keys } from '../../kernel/keys/Keys.tsx';
import { keysAreOn, switchKeys } from '../../kernel/keys/use-waiting-keys.ts';
import styles from './KeysHelp.module.css';

const entries = Object.entries<CatalogueEntry>(catalogue) as readonly (readonly [
  CommandId,
  CatalogueEntry,
])[];

const withKeysOf = (group: Group) => entries.filter(([, entry]) => entry.group === group && entry.keys);

/** The complete list of keys, generated from the catalogue, and the switch that turns them off. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const [isOn, setOn] = useState(keysAreOn);
  return (
    <Modal title={words.keys.title} width="wide" onClose={onClose}>
      <div className={styles['groups']}>
        {groups
          .filter((group) => withKeysOf(group).length > 0)
          .map((group) => (
            <section key={group}>
              <h3 className={styles['group']}>{words.commands.groups[group]}</h3>
              <dl className="stack gap-2">
                {withKeysOf(group).map(([id, { keys = [] }]) => (
                  <div key={id} className={styles['key']}>
                    <dt>
                      {keys.map((each) => (
                        <Keys key={each} of={each} />
                      ))}
                    </dt>
                    <dd>{words.commands.labels[id]}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <label className={`row gap-2 text-sm ${styles['switch']}`}>
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
