import { useId } from 'react';
import type { AccountCopy } from '../../../content/admin/account.ts';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import type { NewCodes } from './recovery-codes.ts';
import { useFocusOnMount } from '../../../ui/form/Field.tsx';
import styles from './CodeSheet.module.css';

interface Props {
  copy: AccountCopy['recovery'];
  /** The account, printed on the sheet. */
  email: string;
  made: NewCodes;
  onKept: () => void;
}

const spellDay = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/**
 * New recovery codes, shown once to copy, save or print. They disappear when the person confirms that they have them.
 */
export function CodeSheet({ copy, email, made: { codes, madeAt }, onKept }: Props) {
  const id = useId();
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const owner = copy.owner.replace('{email}', email).replace('{date}', spellDay.format(madeAt));
  const sheet = [owner, '', ...codes, '', copy.once, ''].join('\n');
  const copyAll = async () => {
    const isDone = await navigator.clipboard.writeText(codes.join('\n')).then(
      () => true,
      () => false,
    );
    showToast(isDone ? copy.toasts.copied : copy.toasts.notCopied);
  };
  return (
    <section className={styles['sheet']} aria-labelledby={id} data-print-alone>
      <h4 id={id} ref={heading} tabIndex={-1} className={styles['title']}>
        {copy.keep}
      </h4>
      <p className={styles['once']}>{copy.once}</p>
      <p className={styles['owner']}>{owner}</p>
      <ol className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles['ways']}>
        <Button onClick={() => void copyAll()}>{copy.copy}</Button>
        <Button onClick={() => saveText(copy.file, sheet)}>{copy.download}</Button>
        <Button onClick={() => window.print()}>{copy.print}</Button>
      </div>
      <div className={styles['ways']}>
        <Button look="solid" onClick={onKept}>
          {copy.kept}
        </Button>
      </div>
    </section>
  );
}

/** Saves a text as a file of that name, where the browser keeps downloads. */
function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
