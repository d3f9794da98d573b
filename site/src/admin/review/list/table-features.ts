import { createColumnHelper, rowSelectionFeature, tableFeatures } from '@tanstack/react-table';
import type { Row } from '../data/shapes/row.ts';

/** What the table does itself: selecting. Everything else the database has done. */
export const features = tableFeatures({ rowSelectionFeature });
export const column = createColumnHelper<typeof features, Row>();
