import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Places in the dashboard's head that what is shown fills. */
type Name = 'views' | 'places' | 'account';

interface Slots {
  readonly elements: Readonly<Partial<Record<Name, HTMLElement>>>;
  readonly set: (name: Name, element: HTMLElement | null) => void;
}

const SlotsContext = createContext<Slots>({ elements: {}, set: () => {} });

/** Around the head and what fills it. */
export function BarSlots({ children }: { children: ReactNode }) {
  const [elements, setElements] = useState<Slots['elements']>({});
  const set = useCallback<Slots['set']>(
    (name, element) => setElements((others) => ({ ...others, [name]: element ?? undefined })),
    [],
  );
  const slots = useMemo(() => ({ elements, set }), [elements, set]);
  return <SlotsContext value={slots}>{children}</SlotsContext>;
}

/** An empty slot in the head, which takes no space itself. */
export function BarSlot({ name, className }: { name: Name; className: string | undefined }) {
  const { set } = useContext(SlotsContext);
  const [ref] = useState(() => (element: HTMLElement | null) => set(name, element));
  return <div ref={ref} className={className} />;
}

/** Shows its children in a place of the head. */
export function InBar({ slot, children }: { slot: Name; children: ReactNode }) {
  const element = useContext(SlotsContext).elements[slot];
  return element ? createPortal(children, element) : null;
}
