import { closeOnBack } from './close-on-back.ts';
import { keepEarlyInput } from './keep-early-input.ts';

/** Called whenever a dialog may have opened. */
export function onOpened(): void {
  keepEarlyInput();
  closeOnBack();
}
