/** Returns the topmost open modal dialog. */
export const topModal = () => [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);

/** The list of the topmost open modal dialog, else the page's own. */
function openList(): HTMLElement | null {
  return (
    topModal()?.querySelector<HTMLElement>('[data-toasts]') ??
    [...document.querySelectorAll<HTMLElement>('[data-toasts]')].find((list) => !list.closest('dialog')) ??
    null
  );
}

const regionOf = (list: HTMLElement, tone: string) =>
  list.querySelector<HTMLElement>(`[data-tone='${tone}']`);

/** Puts a toast above any open modal, where it is seen and announced. */
export function place(element: HTMLElement, tone: 'quiet' | 'danger'): void {
  const list = openList();
  if (!list) return;
  follow();
  if (list.matches(':popover-open')) list.hidePopover();
  list.showPopover();
  regionOf(list, tone)?.append(element);
  tidy();
}

/** Hides the lists that have nothing left to show. A dialog makes room for what the others show (Toast.module.css). */
export function tidy(): void {
  for (const list of document.querySelectorAll<HTMLElement>('[data-toasts]:popover-open')) {
    if (!list.querySelector('[data-toast]')) list.hidePopover();
    list.closest('dialog')?.style.setProperty('--toasts-height', `${list.offsetHeight}px`);
  }
}

/** Moves the toasts when a modal dialog opens or closes. */
export function followModals(): void {
  const list = openList();
  for (const toast of document.querySelectorAll<HTMLElement>('[data-toast]')) {
    if (list && !list.contains(toast)) place(toast, toast.dataset['toast'] === 'danger' ? 'danger' : 'quiet');
  }
  tidy();
}

let isFollowing = false;

// Follows dialogs that open or close. Neither event bubbles.
function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  document.addEventListener('close', followModals, true);
  document.addEventListener(
    'toggle',
    (event) => event.target instanceof HTMLDialogElement && followModals(),
    true,
  );
}
