import { reportLoaded, hydrate, type Hydrator } from './hydrate.ts';
import { onOpened } from '../on-opened.ts';

/** Opens and closes dialogs in browsers that do not know `commandfor` yet. */
function command(button: HTMLButtonElement, dialog: HTMLDialogElement): void {
  if ('command' in button) return;
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

/**
 * Hydrates the dialogs of `DeferredIsland.astro`. A press on a button that opens one loads its script. A button
 * pressed before that is marked for the script (early-input.ts).
 */
export function hydrateOnInteraction(loaders: Record<string, () => Promise<Hydrator>>): void {
  const hydrateDialog = (dialog: Element) => {
    const host = dialog.closest<HTMLElement>('[data-deferred]');
    const load = loaders[host?.dataset['deferred'] ?? ''];
    if (host && load) hydrate(host, load);
    onOpened();
  };

  const press = (event: Event) => {
    const pressed = (event.target as Element).closest<HTMLButtonElement>(
      '[data-deferred] button[type=button]',
    );
    if (pressed && event.type === 'click') pressed.dataset['pressedEarly'] = '';
    const button = (event.target as Element).closest<HTMLButtonElement>('[commandfor]');
    const dialog = button && document.getElementById(button.getAttribute('commandfor')!);
    if (!dialog) return;
    // After the dialog has been opened and painted: a person waits for that first.
    setTimeout(hydrateDialog, 0, dialog);
    if (event.type === 'click') command(button, dialog as HTMLDialogElement);
  };
  // Opened by the browser alone, before this script was there.
  document.querySelectorAll('[data-deferred] dialog[open]').forEach(hydrateDialog);
  addEventListener('pointerdown', press);
  addEventListener('click', press);
  reportLoaded();
}
