import { keepText } from '../../ui/keep-text.ts';

/** Remembers in this tab who is to sign in again after their session ended (login/fill-last-address.ts). */
export const keepLastAddress = (email: string): void => keepText('sessionStorage', 'solostead.again', email);
