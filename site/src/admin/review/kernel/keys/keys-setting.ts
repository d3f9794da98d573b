import { keepText, storedText } from '#ui/keep-text.ts';

const SETTING = 'solostead.review.keys';

/** Single-key shortcuts can be switched off, because they interfere with speech input (WCAG 2.1.4). */
export const keysAreOn = () => storedText('localStorage', SETTING) !== 'off';
export const switchKeys = (on: boolean) => keepText('localStorage', SETTING, on ? 'on' : 'off');
