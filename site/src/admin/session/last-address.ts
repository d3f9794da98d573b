import { keepText } from '../../ui/keep-text.ts';

/** Keeps, in this tab alone, who is to sign in again here: their session has ended without their doing (login/fill-last-address.ts). */
export const keepLastAddress = (email: string): void => keepText('sessionStorage', 'solostead.again', email);
