/** The names under which drafts are kept begin so. */
export const DRAFTS = 'solostead.review.draft.';

/** Unsaved text that is being written now, counted. */
let held = 0;

/** Says that unsaved text is on the page; the returned function says that it no longer is. */
export function holdUnsaved(): () => void {
  held += 1;
  return () => {
    held -= 1;
  };
}

/** Whether unsaved text is on the page: what was written is kept in the tab, and where it belongs is to be found again. */
export const hasUnsaved = (): boolean => held > 0;
