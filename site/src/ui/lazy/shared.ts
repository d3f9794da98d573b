/** Loads that overlap, or come after one that worked, are one; after one that failed the next tries again. */
export function shared<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let coming: Promise<Module> | undefined;
  return () =>
    (coming ??= load().catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));
}
