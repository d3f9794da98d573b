/**
 * Forms can be filled in and sent before their script has arrived: the page (ui/wakeOnUse.ts) stops such a
 * submission and leaves this mark on the form, so that nothing typed ends up in an address.
 */
const MARK = 'sentEarly';

/** True once when the form was sent before its script ran; the script then sends it properly. */
export function wasSentEarly(form: HTMLFormElement): boolean {
  const sent = MARK in form.dataset;
  delete form.dataset[MARK];
  return sent;
}
