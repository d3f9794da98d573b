/** A value of PostgreSQL's node tree, which is a node, a list or a word. */
export type NodeValue = NodeTree | readonly NodeValue[] | string;

interface NodeTree {
  readonly name: string;
  readonly fields: Readonly<Record<string, NodeValue>>;
}

/** Reads the text form of `pg_node_tree` (nodes `{NAME :field value …}`, lists `(…)`, words with backslash escapes). */
export function readNodeTree(text: string): NodeValue {
  return new TreeReader(text).value();
}

const WORD = /(?:\\[\s\S]|[^\s(){}\\])+/y;

class TreeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): NodeValue {
    this.#skipSpace();
    if (this.#take('(')) return this.#list();
    if (this.#take('{')) return this.#node();
    return this.#word();
  }

  #list(): NodeValue[] {
    const items: NodeValue[] = [];
    for (this.#skipSpace(); !this.#take(')'); this.#skipSpace()) items.push(this.value());
    return items;
  }

  #node(): NodeTree {
    const name = this.#word();
    const fields: Record<string, NodeValue> = {};
    let field = '';
    for (this.#skipSpace(); !this.#take('}'); this.#skipSpace()) {
      const value = this.value();
      // A field may contain several words, such as a datum's bytes. We need the first.
      if (typeof value === 'string' && value.startsWith(':')) field = value.slice(1);
      else fields[field] ??= value;
    }
    return { name, fields };
  }

  #word(): string {
    WORD.lastIndex = this.#at;
    const [found] = WORD.exec(this.#text) ?? [];
    if (found === undefined) throw new SyntaxError(`no node tree at ${this.#at}`);
    this.#at += found.length;
    return found.startsWith('"') && found.endsWith('"') && found.length > 1
      ? found.slice(1, -1)
      : found.replace(/\\([\s\S])/g, '$1');
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
    if (this.#at >= this.#text.length) throw new SyntaxError('the node tree ends too early');
  }
}
