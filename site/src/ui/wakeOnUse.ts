/** A module that brings what is in the HTML to life, where it stands. */
interface Waker {
  wake: (host: Element) => void;
}

/** Opens and closes dialogs in browsers that do not know `commandfor` yet. */
function command(button: HTMLButtonElement, dialog: HTMLDialogElement): void {
  if (Reflect.has(button, 'command')) return;
  if (button.getAttribute('command') === 'close') dialog.close();
  else dialog.showModal();
}

/**
 * Wakes the dialogs that `Asleep.astro` put into the page: their script is asked for when a button that opens them is
 * pressed, and a form sent or a button pressed before it has arrived is marked, for the script to catch up (early.ts).
 * A script that could not be fetched is asked for again at the next press.
 */
export function wakeOnUse(wakers: Record<string, () => Promise<Waker>>): void {
  const wake = (dialog: Element) => {
    const host = dialog.closest<HTMLElement>('[data-asleep]');
    const waker = wakers[host?.dataset['asleep'] ?? ''];
    if (!host || !waker) return;
    const name = host.dataset['asleep'];
    host.dataset['asleep'] = '';
    waker().then(
      (module) => {
        delete host.dataset['asleep'];
        module.wake(host);
      },
      () => (host.dataset['asleep'] = name),
    );
  };

  const press = (event: Event) => {
    const pressed = (event.target as Element).closest<HTMLButtonElement>('[data-asleep] button[type=button]');
    if (pressed && event.type === 'click') pressed.dataset['pressedEarly'] = '';
    const button = (event.target as Element).closest<HTMLButtonElement>('[commandfor]');
    const dialog = button && document.getElementById(button.getAttribute('commandfor') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    wake(dialog);
    if (button && event.type === 'click') command(button, dialog);
  };
  // Opened by the browser alone, before this script was there.
  document.querySelectorAll('[data-asleep] dialog[open]').forEach(wake);
  addEventListener('pointerdown', press);
  addEventListener('click', press);

  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.closest('[data-asleep]')) return;
    event.preventDefault();
    form.dataset['sentEarly'] = '';
  });
}
