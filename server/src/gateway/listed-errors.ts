/** A code of a service: its HTTP statuses, the usual one first, and its message, or what its message shows where that varies. */
export type ListedError = { readonly statuses: readonly [number, ...number[]] } & (
  | { readonly message: string }
  | { readonly shows: string }
);

/** The details that a throw adds to an entry. The status is its first and the message its own unless they are given. */
type Overrides<Entry, Extra> = Entry extends { readonly statuses: readonly (infer Status)[] }
  ? Extra & { readonly status?: Status } & (Entry extends { readonly message: string }
        ? { readonly message?: string }
        : { readonly message: string })
  : never;

/** The arguments after the code. They are optional where the entry has a message. */
export type DetailArguments<Entry, Extra> =
  Partial<Overrides<Entry, Extra>> extends Overrides<Entry, Extra>
    ? [overrides?: Overrides<Entry, Extra>]
    : [overrides: Overrides<Entry, Extra>];

/** Returns the status and message of a failure, and the rest of what was given. */
export function filledIn<Extra extends object>(
  entry: { readonly statuses: readonly [number, ...number[]]; readonly message?: string },
  overrides: (Extra & { readonly status?: number; readonly message?: string }) | undefined,
) {
  const {
    status = entry.statuses[0],
    message = entry.message ?? '',
    ...extra
  } = overrides ?? ({} as Extra & { status?: number; message?: string });
  return { status, message, extra };
}
