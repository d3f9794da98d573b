/** Milliseconds by which the device's clock is behind the database's. */
let behindMs = 0;

/** Compares the device's clock with a time that the database has just answered. */
export function noteServerTime(iso: string): void {
  behindMs = Date.parse(iso) - Date.now();
}

/** The database's present time in milliseconds, whatever the device's clock shows. */
export const serverNow = (): number => Date.now() + behindMs;
