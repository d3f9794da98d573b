/** Under which the tab keeps where its visitor first came from. */
export const FIRST_TOUCH = 'solostead.first-touch';

/**
 * Keeps the first address of this tab and who linked to it, for as long as the tab lives: no cookie, and nothing that
 * outlasts the visit. What of it is told, and only to whom one applies, first-touch.ts says.
 */
export function keepFirstTouch(): void {
  try {
    sessionStorage[FIRST_TOUCH] ??= JSON.stringify([location.href, document.referrer]);
  } catch {
    // A browser that is told to store nothing throws here; its applications have no source.
  }
}
