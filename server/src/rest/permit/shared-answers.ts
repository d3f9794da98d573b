interface Asked<Answer> {
  readonly running: Promise<Answer>;
  next: Promise<Answer> | null;
}

/**
 * Shares the answers to equal questions. One question per key runs at a time. Callers that come while it runs share
 * the next one, so no answer is older than the call that gets it.
 */
export class SharedAnswers<Answer> {
  readonly #asked = new Map<string, Asked<Answer>>();

  get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const asked = this.#asked.get(key);
    if (!asked) return this.#run(key, ask);
    const again = () => this.#run(key, ask);
    return (asked.next ??= asked.running.then(again, again));
  }

  #run(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const asked: Asked<Answer> = { running: ask(), next: null };
    this.#asked.set(key, asked);
    const forget = () => {
      if (!asked.next) this.#asked.delete(key);
    };
    asked.running.then(forget, forget);
    return asked.running;
  }
}
