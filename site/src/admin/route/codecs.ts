/** How one parameter stands in an address; `read` answers undefined for what it cannot hold. */
export interface Codec<Value> {
  readonly read: (written: string) => Value | undefined;
  readonly write: (value: Value) => string;
}

/** What a codec reads. */
export type Read<Of> = Of extends Codec<infer Value> ? Value : never;

/** A text that passes a check, as it is. */
const checked = (isGood: (written: string) => boolean): Codec<string> => ({
  read: (written) => (isGood(written) ? written : undefined),
  write: (value) => value,
});

/** Some characters, none of them a control character. */
const isPlain = (written: string, most: number) => written.length <= most && /^\P{Cc}+$/u.test(written);

/** Words of a person: some, at most 200 characters. */
export const words = checked((written) => isPlain(written, 200) && /\S/.test(written));

/** A day that the calendar has: '2026-11-22'. */
export const day = checked((written) => {
  const at = /^\d{4}-\d\d-\d\d$/.test(written) ? new Date(`${written}T00:00Z`) : null;
  return at !== null && Number.isFinite(at.getTime()) && at.toISOString().startsWith(written);
});

const isId = (written: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(written);

export const id = checked(isId);

/** One of some words. */
export const oneOf = <const Word extends string>(all: readonly Word[]): Codec<Word> => ({
  read: (written) => all.find((word) => word === written),
  write: (value) => value,
});

/** Some of some words, with commas between them. */
export const listOf = <const Word extends string>(all: readonly Word[]): Codec<Word[]> => ({
  read: (written) => {
    const list = written.split(',') as Word[];
    return list.every((word) => all.includes(word)) ? list : undefined;
  },
  write: (value) => value.join(','),
});

export const yesOrNo: Codec<boolean> = {
  read: (written) => (written === 'yes' ? true : written === 'no' ? false : undefined),
  write: (value) => (value ? 'yes' : 'no'),
};

/** A switch that is on, or not there. */
export const yes: Codec<true> = {
  read: (written) => written === 'yes' || undefined,
  write: () => 'yes',
};

/** A member's id, or 'none'. */
export const idOrNone: Codec<string> = checked((written) => written === 'none' || isId(written));

/** 'value~id' of the row to go on from. */
export const cursor: Codec<[value: string, id: string]> = {
  read: (written) => {
    const end = written.lastIndexOf('~');
    const pair: [string, string] = [written.slice(0, Math.max(end, 0)), written.slice(end + 1)];
    return isPlain(pair[0], 300) && isId(pair[1]) ? pair : undefined;
  },
  write: (value) => value.join('~'),
};
