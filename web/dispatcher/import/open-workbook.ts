import type { WorkbookLimits } from '#domain/sheets/xlsx/sheet-rows.ts'
import { SheetProblem, type RawSheet } from '#domain/sheets/sheet.ts'
import { toRawSheet } from '#domain/sheets/read-bytes.ts'
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
