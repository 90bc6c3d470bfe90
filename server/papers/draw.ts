import { drawLabels } from './draw-labels.ts'
import { drawList } from './draw-list.ts'
import { drawNote } from './draw-note.ts'
import type { Paper } from './paper.ts'

/** Draws a paper as PDF. */
export function draw(paper: Paper): Promise<Uint8Array> {
  if (paper.kind === 'note') return drawNote(paper)
  return paper.kind === 'list' ? drawList(paper) : drawLabels(paper)
}
