/** Keeps, in this tab alone, who is to sign in again here: their session has ended without their doing (login/fill-last-address.ts). */
export const keepLastAddress = (email: string): void => sessionStorage.setItem('solostead.again', email);
