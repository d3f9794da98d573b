import { useState } from 'react';
import { Check } from '../../kernel/controls/Check.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import { Modal } from '../../kernel/dialogs/Modal.tsx';
import { catalogue, groups, needsOf, type CatalogueEntry } from '../../kernel/commands/catalogue.ts';
import { Keys } from '../../kernel/keys/Keys.tsx';
import { keysAreOn, switchKeys } from '../../kernel/keys/keys-setting.ts';
import styles from './KeysHelp.module.css';

const withKeysOf = (group: string) =>
  Object.values<CatalogueEntry>(catalogue).filter((entry) => entry.group === group && entry.keys);

/** The keys that the member may use, generated from the catalogue, and the switch that turns them off. */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const { may } = useMe();
  const [isOn, setOn] = useState(keysAreOn);
  return (
    <Modal title="Keyboard shortcuts" width="wide" onClose={onClose}>
      <div className={styles['groups']}>
        {Object.entries(groups)
          .map(([group, label]) => ({
            label,
            entries: withKeysOf(group).filter((entry) => may(needsOf(entry))),
          }))
          .filter(({ entries }) => entries.length > 0)
          .map(({ label, entries }) => (
            <section key={label}>
              <h3 className={`text-sm font-semibold ${styles['group']}`}>{label}</h3>
              <dl className="stack gap-2">
                {entries.map(({ label, keys = [] }) => (
                  <div key={label} className={`stack text-sm ${styles['key']}`}>
                    <dt className="row gap-1">
                      {keys.map((each) => (
                        <Keys key={each} of={each} />
                      ))}
                    </dt>
                    <dd>{label}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <div className="ruled text-sm">
        <Check
          label="Single-key shortcuts are on"
          checked={isOn}
          onCheck={(checked) => {
            switchKeys(checked);
            setOn(checked);
          }}
        />
      </div>
    </Modal>
  );
}
