/**
 * Forms can be filled in and sent, and buttons pressed, before their script has arrived: the page (ui/hydrate-on-interaction.ts)
 * holds such a submission back and leaves these marks, so that nothing is lost and nothing typed ends up in an address.
 */
function takeMark(element: HTMLElement, mark: 'sentEarly' | 'pressedEarly'): boolean {
  const isMarked = mark in element.dataset;
  delete element.dataset[mark];
  return isMarked;
}

/** True once when the form was sent before its script ran; the script then sends it properly. */
export const wasSentEarly = (form: HTMLFormElement): boolean => takeMark(form, 'sentEarly');

/** True once when the button was pressed before its script ran; the script then does what it is for. */
export const wasPressedEarly = (button: HTMLButtonElement): boolean => takeMark(button, 'pressedEarly');
