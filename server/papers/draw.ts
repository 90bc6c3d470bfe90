import { drawLabels } from './draw-labels.ts'
import { drawList } from './draw-list.ts'
import { drawNotes } from './draw-note.ts'
import { drawReport } from './draw-report.ts'
import type { Paper } from './paper.ts'

/** Draws a paper as PDF. */
export function draw(paper: Paper): Promise<Uint8Array> {
  if (paper.kind === 'report') return drawReport(paper)
  if (paper.kind === 'notes') return drawNotes(paper.title, paper.notes)
  return paper.kind === 'list' ? drawList(paper) : drawLabels(paper)
}
