/** The list of the topmost open modal dialog, else the page's own. */
function listInReach(): HTMLElement | null {
  const modal = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
  return (
    modal?.querySelector<HTMLElement>('[data-toasts]') ??
    [...document.querySelectorAll<HTMLElement>('[data-toasts]')].find((list) => !list.closest('dialog')) ??
    null
  );
}

const regionOf = (list: HTMLElement, tone: string) =>
  list.querySelector<HTMLElement>(`[data-tone='${tone}']`);

/** Puts a toast where it is seen and heard: above whatever modal is open. */
export function place(element: HTMLElement, tone: 'quiet' | 'danger'): void {
  const list = listInReach();
  if (!list) return;
  follow();
  if (list.matches(':popover-open')) list.hidePopover();
  list.showPopover();
  regionOf(list, tone)?.append(element);
}

/** Hides the lists that have nothing left to show. */
export function tidy(): void {
  for (const list of document.querySelectorAll<HTMLElement>('[data-toasts]:popover-open')) {
    if (!list.querySelector('[data-toast]')) list.hidePopover();
  }
}

/** Moves the toasts to where they are seen and heard now: a modal dialog has opened or closed. */
export function followModals(): void {
  const list = listInReach();
  for (const toast of document.querySelectorAll<HTMLElement>('[data-toast]')) {
    if (list && !list.contains(toast)) place(toast, toast.dataset['toast'] === 'danger' ? 'danger' : 'quiet');
  }
  tidy();
}

let isFollowing = false;

// A dialog that opens or closes takes its list with it; neither event bubbles.
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
