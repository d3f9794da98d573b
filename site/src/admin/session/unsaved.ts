/** The names under which drafts are kept begin so. */
export const DRAFTS = 'solostead.review.draft.';

/** Unsaved text that is being written now, counted. */
let held = 0;

/** Reports unsaved text on the page. The returned function withdraws it. */
export function holdUnsaved(): () => void {
  held += 1;
  return () => {
    held -= 1;
  };
}

/** Returns true if the page has unsaved text. The text is kept in the tab, and its place must be found again. */
export const hasUnsaved = (): boolean => held > 0;
