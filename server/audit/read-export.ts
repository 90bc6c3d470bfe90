import Papa from 'papaparse'
import { canonicalJson } from '#domain/chain/canonical-json.ts'
import type { AuditExportLine } from '#domain/audit/export.ts'
import type { ReadLine } from '#domain/audit/verify-export.ts'

type Text = AsyncIterable<string> | Iterable<string>

/** The lines of an export in JSON Lines. */
export async function* readJsonLines(text: Text): AsyncGenerator<ReadLine> {
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line.trim()) yield jsonLine(line)
  }
  if (rest.trim()) yield jsonLine(rest)
}

const jsonLine = (text: string): ReadLine => {
  const covered = text.replace(/\r$/, '')
  return { line: JSON.parse(covered) as AuditExportLine, covered }
}

/** The lines of an export in CSV: what they prove is in the last column. */
export async function* readCsvLines(text: Text): AsyncGenerator<ReadLine> {
  let isHead = true
  for await (const record of csvRecords(text)) {
    const cells = Papa.parse<string[]>(record, { delimiter: ',' }).data[0] ?? []
    if (isHead) isHead = false
    else if (cells.length > 1) {
      yield { line: JSON.parse(cells.at(-1)!) as AuditExportLine, covered: canonicalJson(cells) }
    }
  }
}

/** Records of CSV. A line end within quotes does not end one. */
async function* csvRecords(text: Text): AsyncGenerator<string> {
  let [record, isQuoted] = ['', false]
  for await (const piece of text) {
    for (const line of piece.split(/(?<=\n)/)) {
      record += line
      if ((line.split('"').length - 1) % 2) isQuoted = !isQuoted
      if (isQuoted || !line.endsWith('\n')) continue
      yield record.replace(/\r?\n$/, '')
      record = ''
    }
  }
  if (record) yield record
}
