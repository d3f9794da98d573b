import type { Refusal } from '@solostead/contract/outcome';
import { uniqueFields, type UniqueField } from '@solostead/contract/text-fields';

/** Returns the fields of a duplicate, those its message names, or both when it names neither. */
export function duplicates({ message }: Pick<Refusal, 'message'>): readonly UniqueField[] {
  const named = uniqueFields.filter((field) => message?.toLowerCase().includes(field));
  return named.length > 0 ? named : uniqueFields;
}
