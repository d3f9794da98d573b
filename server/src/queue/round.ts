/** Items under keys, taken round-robin, the oldest of each key, then the next of each key. */
export class Round<Item> {
  readonly #lines = new Map<string, Item[]>();
  #size = 0;

  /** The number of items under all keys. */
  get size(): number {
    return this.#size;
  }

  countOf(key: string): number {
    return this.#lines.get(key)?.length ?? 0;
  }

  add(key: string, item: Item): void {
    const line = this.#lines.get(key);
    if (line) line.push(item);
    else this.#lines.set(key, [item]);
    this.#size += 1;
  }

  /** Takes the oldest item of the key whose turn it is. The key then goes to the end of the round. */
  takeNext(): Item | undefined {
    const [first] = this.#lines;
    if (!first) return undefined;
    const [key, line] = first;
    const item = line.shift()!;
    this.#lines.delete(key);
    if (line.length > 0) this.#lines.set(key, line);
    this.#size -= 1;
    return item;
  }

  /** Takes the newest item of the key with most items, if that key has more than `count`. */
  takeNewestOfLongest(count: number): Item | undefined {
    let longest: [string, Item[]] | undefined;
    for (const entry of this.#lines) if (entry[1].length > (longest?.[1].length ?? count)) longest = entry;
    if (!longest) return undefined;
    const [key, line] = longest;
    const item = line.pop()!;
    if (line.length === 0) this.#lines.delete(key);
    this.#size -= 1;
    return item;
  }
}
