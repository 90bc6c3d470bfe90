import { WorkbookProblem } from '#domain/sheets/xlsx/problem.ts'
import { readWorkbook, type WorkbookSheet } from '#domain/sheets/xlsx/read.ts'
import type { WorkbookLimits } from '#domain/sheets/xlsx/sheet-rows.ts'

/** What to read, and what was read or why it could not be. */
export type WorkbookRequest = { bytes: ArrayBuffer; limits: WorkbookLimits; sheet: string | undefined }
export type WorkbookReply = { read: WorkbookSheet } | { problem: string }

/** Reads workbooks beside the page, so that it stays usable. */
addEventListener('message', ({ data }: MessageEvent<WorkbookRequest>) => {
  postMessage(reply(data))
})

function reply({ bytes, limits, sheet }: WorkbookRequest): WorkbookReply {
  try {
    return { read: readWorkbook(new Uint8Array(bytes), limits, sheet) }
  } catch (error) {
    if (error instanceof WorkbookProblem) return { problem: error.message }
    throw error
  }
}
