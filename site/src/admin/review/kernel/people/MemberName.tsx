import type { CSSProperties } from 'react';
import { usePeople } from './use-people.ts';
import { hueOf, initialsOf } from './names.ts';
import styles from './MemberName.module.css';

interface Props {
  /** The member's id, null for a removed account. */
  id: string | null;
  /** The stored address, for former members. */
  email?: string | null;
  /** Draws only the disc. Screen readers and the tooltip have the name. */
  isDisc?: boolean;
}

/** A member's name with initials on a small disc. The address is its tooltip. */
export function MemberName({ id, email = null, isDisc = false }: Props) {
  const { nameOf, addressOf } = usePeople();
  // Nothing but an erased account leaves neither.
  const name = nameOf(id, id === null ? (email ?? '') : email);
  const address = addressOf(id) || email || '';
  return (
    <span
      className={`inline-flex items-center min-w-0 ${styles['member']}`}
      title={isDisc && address ? `${name}, ${address}` : address || undefined}
    >
      <Disc id={id} name={name} />
      <span dir="auto" className={isDisc ? 'visually-hidden' : 'text-ellipsis min-w-0'}>
        {name}
      </span>
    </span>
  );
}

/** The initials of a name, coloured by whose they are. */
export function Disc({ id, name }: { id: string | null; name: string }) {
  return (
    <span
      className={`flex-none font-semibold ${styles['disc']}`}
      style={id ? ({ '--disc-hue': hueOf(id) } as CSSProperties) : undefined}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}
