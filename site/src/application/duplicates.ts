import { uniqueFields, type UniqueField } from '@solostead/contract/text-fields';

/** A refused insert in PostgREST's format. */
export interface Answer {
  readonly code?: string;
  readonly message?: string;
}

/** Code 23505, or a message that speaks of a duplicate key (contract P3.3, P8.1). */
export function isDuplicate({ code, message }: Answer): boolean {
  return code === '23505' || /duplicate key/i.test(message ?? '');
}

/** Returns the fields of a duplicate, those its message names, or both when it names neither. */
export function duplicates({ message }: Answer): readonly UniqueField[] {
  const named = uniqueFields.filter((field) => message?.toLowerCase().includes(field));
  return named.length > 0 ? named : uniqueFields;
}
