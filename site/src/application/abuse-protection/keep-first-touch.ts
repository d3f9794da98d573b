/** Under which the tab keeps where its visitor first came from. */
export const FIRST_TOUCH = 'solostead.first-touch';

/**
 * Keeps the first address of this tab and its referrer for as long as the tab lives, without a cookie. first-touch.ts
 * decides which part an application sends.
 */
export function keepFirstTouch(): void {
  try {
    sessionStorage[FIRST_TOUCH] ??= JSON.stringify([location.href, document.referrer]);
  } catch {
    // A browser that blocks storage throws here. Its applications have no source.
  }
}
