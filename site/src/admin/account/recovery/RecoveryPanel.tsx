import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Confirmed, Panel, Unread } from '../parts/Panel.tsx';
import type { RecoveryControl } from './use-recovery-codes.ts';
import { factorsQuery } from '../factors/factors.ts';
import { isRunningLow, recoveryCodesQuery, spellLeft, type NewCodes } from './recovery-codes.ts';
import { unbroken } from '../../../ui/unbroken.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { showToast } from '../../../ui/toast/show.ts';
import { useFocusOnMount } from '../../../ui/form/Field.tsx';
import styles from './CodeSheet.module.css';

const LEAD = 'For when you lose your phone or key. Each code replaces your second factor once.';

/**
 * The number of unused recovery codes, and a button for new ones. Hidden without a second factor, or where the
 * backend has none.
 */
export function RecoveryPanel({ email, control }: { email: string; control: RecoveryControl }) {
  const { data: factors } = useQuery(factorsQuery);
  const {
    data: codes,
    isError,
    refetch,
  } = useQuery({
    ...recoveryCodesQuery,
    // Without a second factor there are none.
    enabled: (factors?.length ?? 0) > 0,
  });
  if (control.shown)
    return (
      <Panel title="Recovery codes" lead={LEAD}>
        <CodeSheet email={email} made={control.shown} onSaved={control.putAway} />
      </Panel>
    );
  if (!factors?.length || codes?.kind === 'unknown-here') return null;
  return (
    <Panel title="Recovery codes" lead={LEAD}>
      {isError && <Unread onRetry={() => void refetch()} />}
      {codes?.kind === 'none' && !control.isMakingFirst && (
        <>
          <p>You have none yet.</p>
          <Button aria-disabled={control.isMaking || undefined} onClick={() => void control.make(true)}>
            Make recovery codes
          </Button>
        </>
      )}
      {codes?.kind === 'set' && (
        <>
          <p className={isRunningLow(codes.left) ? 'text-danger' : undefined}>{spellLeft(codes)}</p>
          <Confirmed
            label="Make new codes"
            question="Make new ones? The old ones stop working"
            onConfirm={() => void control.make(false)}
          />
        </>
      )}
    </Panel>
  );
}

interface Props {
  /** The account, printed on the sheet. */
  email: string;
  made: NewCodes;
  onSaved: () => void;
}

const spellDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

const ONCE = 'They are shown only once. Keep them apart from your phone, as you would a spare key.';

/**
 * New recovery codes, shown once to copy, save or print. They disappear when the person confirms that they have them.
 */
function CodeSheet({ email, made: { codes, madeAt }, onSaved }: Props) {
  const id = useId();
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const owner = `Recovery codes of ${email}, made on ${unbroken(spellDay.format(madeAt))}`;
  const sheet = [owner, '', ...codes, '', ONCE, ''].join('\n');
  const copyAll = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      showToast({ title: 'Copied' });
    } catch {
      // Without https there is no clipboard.
      showToast({
        title: 'Not copied',
        text: 'Your browser did not allow it. Download or print them.',
        tone: 'danger',
      });
    }
  };
  return (
    <section className={`stack gap-4 ${styles['sheet']}`} aria-labelledby={id} data-print-alone>
      <h4 id={id} ref={heading} tabIndex={-1} className="text-md">
        Keep these codes somewhere safe
      </h4>
      <p className="text-ink-soft text-sm">{ONCE}</p>
      <p className={`text-ink-soft text-sm ${styles['owner']}`}>{owner}</p>
      <ol className={`stack ${styles['codes']}`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={`cluster gap-3 ${styles['ways']}`}>
        <Button onClick={() => void copyAll()}>Copy</Button>
        <Button onClick={() => saveFile('recovery-codes.txt', 'text/plain', [sheet])}>Download</Button>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <div className={`cluster gap-3 ${styles['ways']}`}>
        <Button look="solid" onClick={onSaved}>
          I saved them
        </Button>
      </div>
    </section>
  );
}
