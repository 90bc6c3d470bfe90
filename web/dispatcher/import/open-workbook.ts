import type { WorkbookSheet } from '#web/lib/xlsx/read.ts'
import type { WorkbookLimits } from '#web/lib/xlsx/sheet-rows.ts'
import { SheetProblem, type RawSheet } from './sheet.ts'
import type { WorkbookReply, WorkbookRequest } from './workbook.worker.ts'

/**
 * Reads a sheet of an Excel workbook in a worker, which loads only then.
 * @throws SheetProblem
 */
export async function openWorkbook(file: File, limits: WorkbookLimits, sheet?: string): Promise<RawSheet> {
  const bytes = await file.arrayBuffer()
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' })
  try {
    const { promise, resolve, reject } = Promise.withResolvers<WorkbookReply>()
    worker.addEventListener('message', ({ data }: MessageEvent<WorkbookReply>) => resolve(data))
    worker.addEventListener('error', reject)
    worker.postMessage({ bytes, limits, sheet } satisfies WorkbookRequest, [bytes])
    const reply = await promise
    if ('problem' in reply) throw new SheetProblem(reply.problem)
    return toRawSheet(file.name, reply.read)
  } finally {
    worker.terminate()
  }
}

/**
 * A sheet of a workbook like one of a CSV file.
 * @throws SheetProblem if it is empty
 */
export function toRawSheet(name: string, { rows, ...facts }: WorkbookSheet): RawSheet {
  const { sheet, sheets } = facts
  const [first, ...rest] = rows
  if (!first) {
    const others = sheets.length > 1 ? ' Choose another sheet, or another file.' : ''
    throw new SheetProblem(`There are no rows on the sheet “${sheet}”.${others}`)
  }
  const hiddenRows = rest.filter(({ isHidden }) => isHidden).length
  return { name, rows: [first, ...rest], workbook: { ...facts, hiddenRows } }
}
