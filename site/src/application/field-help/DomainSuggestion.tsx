import { useState } from 'react';
import { trimmed } from '@solostead/contract/visible';
import { Button } from '../../ui/Button.tsx';
import { mistypedDomain } from './mistyped-domain.ts';
import { retype, fieldAround, useFieldAround } from './field-input.ts';
import styles from './FieldHelp.module.css';

/** Offers the domain that was probably meant once an address's field is left. One press corrects the address. */
export function DomainSuggestion() {
  const [domain, setDomain] = useState<string | null>(null);
  const ref = useFieldAround<HTMLParagraphElement>((input) =>
    setDomain(input === document.activeElement ? null : mistypedDomain(trimmed(input.value))),
  );
  const correct = () => {
    const input = fieldAround(ref.current);
    if (!input || !domain) return;
    retype(input, `${input.value.slice(0, input.value.lastIndexOf('@') + 1)}${domain}`);
    input.focus();
  };
  return (
    <p ref={ref} className={styles['suggestion']} aria-live="polite">
      {domain && (
        <Button look="text" onClick={correct}>
          {`Did you mean ${domain}?`}
        </Button>
      )}
    </p>
  );
}
