import { useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { ApplicationCopy } from '../content/application.ts';
import { Button } from '../ui/Button.tsx';
import { useIsHydrated } from '../ui/hydration/early-input.ts';
import type { JoinForm } from './use-join-form.ts';
import styles from './JoinDialog.module.css';

/**
 * The address for posting the join form without script. Our own backend serves the site and accepts it, Supabase does
 * not.
 */
export const postTo = import.meta.env.PUBLIC_SUPABASE_URL ? undefined : '/join';

interface Props {
  copy: ApplicationCopy;
  form: JoinForm;
  /** A sentence about missing fields. */
  left: string;
  isSending: boolean;
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

const useIsOffline = () =>
  useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  );

/** The button, and next to it the missing fields while it is disabled (use-remaining-fields.ts handles a press on it). */
export function SendRow({ copy, form, left, isSending }: Props) {
  const { isValid } = form.formState;
  const isHydrated = useIsHydrated();
  const isOffline = useIsOffline();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // ui/hydration/hydrate.ts had disabled it, which React does not know.
    if (isHydrated && button.current) button.current.disabled = !isValid;
  }, [isHydrated, isValid]);
  return (
    <div className={styles['send']} data-send="">
      <Button
        ref={button}
        suppressHydrationWarning
        type="submit"
        look="solid"
        formAction={isHydrated ? undefined : postTo}
        formMethod={isHydrated ? undefined : postTo && 'post'}
        disabled={isHydrated ? !isValid : !postTo}
        aria-disabled={isSending || undefined}
        aria-describedby={id}
      >
        {isSending ? copy.submitting : copy.submit}
      </Button>
      <p id={id} className={`caption ${styles['left']}`} aria-live="polite">
        {!isHydrated && <span className={styles['waiting']}>{copy.waiting}</span>}
        <span>{isOffline ? copy.offline : isHydrated && !isValid && left}</span>
      </p>
    </div>
  );
}
