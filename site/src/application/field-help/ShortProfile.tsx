import { useState } from 'react';
import { shortProfile } from '@solostead/contract/profile';
import { useFieldAround } from './field-input.ts';
import styles from './FieldHelp.module.css';

/** Covers the address in its field with its short form while the field has no focus. The field keeps the whole address. */
export function ShortProfile() {
  const [short, setShort] = useState<string | null>(null);
  const ref = useFieldAround<HTMLSpanElement>((input) => setShort(shortProfile(input.value)));
  return (
    <span ref={ref} className={styles['short']} hidden={short === null} aria-hidden="true">
      {short}
    </span>
  );
}
