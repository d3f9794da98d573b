import { createContext, useContext } from 'react';
import type { Row, Status } from '../data/shapes.ts';

/** Someone wants to move an application; the workspace asks how and carries it out. */
export type StartMove = (row: Row, to: Status) => void;

const MovingContext = createContext<StartMove>(() => {});

export const MovingProvider = MovingContext.Provider;
export const useStartMove = () => useContext(MovingContext);
