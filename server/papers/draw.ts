import { drawLabels } from './draw-labels.ts'
import { drawList } from './draw-list.ts'
import type { Paper } from './paper.ts'

/** Draws a paper as PDF. */
export const draw = (paper: Paper): Promise<Uint8Array> => (paper.kind === 'list' ? drawList(paper) : drawLabels(paper))
