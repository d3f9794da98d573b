const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);

/** Gives the focus to an application's link, wherever it stands, and scrolls nothing. */
export const focusRow = (id: string) => linkOf(id)?.focus({ preventScroll: true });

/** Scrolls no more than it takes to see an application's link. */
export const bringIntoView = (id: string) =>
  linkOf(id)?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
