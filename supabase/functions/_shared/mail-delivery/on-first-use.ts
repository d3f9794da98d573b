/** Creates a value once, on first use. A failure is retried at the next use. */
export function onFirstUse<Value>(make: () => Promise<Value>): {
  (): Promise<Value>;
  made(): Promise<Value> | null;
} {
  let made: Promise<Value> | null = null;
  const use = async () => {
    const making = (made ??= make());
    try {
      return await making;
    } catch (error) {
      if (made === making) made = null;
      throw error;
    }
  };
  return Object.assign(use, { made: () => made });
}
