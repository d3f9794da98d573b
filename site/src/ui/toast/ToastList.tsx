import styles from './Toast.module.css';

/** Tells React to ignore the content, because a toast may be there before hydration. */
const notReacts = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true } as const;

/**
 * The place of toasts, empty live regions that are in the page from the start, so that screen readers announce new
 * ones. The page has one, and so has each dialog with a form, because an open modal makes the rest inert. show.ts
 * fills them.
 */
export function ToastList() {
  return (
    <div className={styles['list']} popover="manual" data-toasts="">
      <div aria-live="polite" data-tone="quiet" {...notReacts} />
      <div role="alert" aria-atomic="false" data-tone="danger" {...notReacts} />
    </div>
  );
}
