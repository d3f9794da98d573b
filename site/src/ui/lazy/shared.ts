/** Shares overlapping loads and the result of a successful one. After a failure the next call tries again. */
export function shared<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let coming: Promise<Module> | undefined;
  return () =>
    (coming ??= load().catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));
}
