/** Notes the present step of a long command. */
export type Progress = (step: string) => void;

const EVERY_MS = 2_000;

/** Prints the present step of `work` to standard error every two seconds if it has changed. */
export async function withProgress<Answer>(work: (progress: Progress) => Promise<Answer>): Promise<Answer> {
  let present = '';
  let printed = '';
  const timer = setInterval(() => {
    if (present !== printed) console.error((printed = present));
  }, EVERY_MS);
  try {
    return await work((step) => (present = step));
  } finally {
    clearInterval(timer);
  }
}
