import styles from './Toast.module.css';

/**
 * Where toasts appear: empty live regions that are in the page from the start, so that screen readers know them when
 * something is put in. The page has one, and so has each dialog with a form: an open modal makes the rest inert.
 * Shown by show.ts; React declares no children here and so leaves them alone.
 */
export function ToastList() {
  return (
    <div className={styles['list']} popover="manual" data-toasts="">
      <div aria-live="polite" data-tone="quiet" />
      <div role="alert" aria-atomic="false" data-tone="danger" />
    </div>
  );
}
