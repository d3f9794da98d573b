import styles from './Toast.module.css';

/** Tells React that what is inside is not its own: a toast may lie there before the page's script has taken over the HTML. */
const notReacts = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true } as const;

/**
 * Where toasts appear: empty live regions that are in the page from the start, so that screen readers know them when
 * something is put in. The page has one, and so has each dialog with a form: an open modal makes the rest inert.
 * Shown by show.ts.
 */
export function ToastList() {
  return (
    <div className={styles['list']} popover="manual" data-toasts="">
      <div aria-live="polite" data-tone="quiet" {...notReacts} />
      <div role="alert" aria-atomic="false" data-tone="danger" {...notReacts} />
    </div>
  );
}
