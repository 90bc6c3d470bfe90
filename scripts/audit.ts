// npm run audit -- verify FILE [--against EARLIER]: verifies an export of the audit log without the server.
import { closeSync, createReadStream, existsSync, openSync, readSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { auditSignatureType, type AuditExportEnd } from '#domain/audit/export.ts'
import { verifyAuditExport, type AuditReport } from '#domain/audit/verify-export.ts'
import type { AuditMisfit } from '#domain/audit/verify.ts'
import { readCsvLines, readJsonLines } from '#server/audit/read-export.ts'
import { isKeyIn, signaturesOf } from './export-signature.ts'

const usage = `npm run -s audit -- verify FILE
    verifies an export of the audit log (CSV or JSON Lines), without the server

npm run -s audit -- verify FILE --against EARLIER
    also compares it with an earlier export of the same workspace: was anything removed or replaced since?

  --jwks FILE   also checks that the export was signed with a key of this set, from /auth/v1/.well-known/jwks.json

Exit codes: 0 everything fits, 1 something does not, 2 the question cannot be answered.
`

class UsageError extends Error {}

const print = (line: string) => void process.stdout.write(`${line}\n`)

const verifySignature = signaturesOf(auditSignatureType)

try {
  const { file, against, jwks } = readArguments()
  const earlier = against === undefined ? undefined : await verify(against)
  const witnesses = earlier?.end ? [earlier.end] : []
  const report = await verify(file, witnesses)
  if (earlier && earlier.header.workspace_id !== report.header.workspace_id) {
    throw new UsageError('The two are of different workspaces.')
  }
  if (against && !earlier?.end) throw new UsageError(`${against} was cut short, so it says nothing about ${file}.`)
  if (against) describe(against, earlier!)
  describe(file, report)
  const misfits = [...report.misfits, ...(await unknownKey(report.end, jwks))]
  for (const { say } of misfits.slice(0, 100)) print(say)
  if (misfits.length > 100) print(`And ${misfits.length - 100} more.`)
  print(misfits.length ? 'Something does not fit.' : 'Everything fits.')
  process.exitCode = misfits.length ? 1 : 0
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 2
}

function sentenceOf(error: unknown): string {
  const { message } = error as Error
  return error instanceof SyntaxError ? `This is not an export of the audit log, or it is damaged: ${message}` : message
}

function readArguments() {
  const options = { against: { type: 'string' }, jwks: { type: 'string' } } as const
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [command, file, ...more] = positionals
    if (command !== 'verify' || !file || more.length) throw new UsageError(usage)
    return { file, ...values }
  } catch {
    throw new UsageError(usage)
  }
}

function verify(file: string, witnesses: { length: number; hash: string }[] = []): Promise<AuditReport> {
  if (!existsSync(file)) throw new UsageError(`${file} does not exist.`)
  const format = isJson(file) ? 'jsonl' : 'csv'
  const read = format === 'csv' ? readCsvLines : readJsonLines
  return verifyAuditExport(() => read(withoutMark(file)), verifySignature, { format, witnesses })
}

/** By its first byte, whatever the file is called. */
function isJson(file: string): boolean {
  const [handle, first] = [openSync(file, 'r'), Buffer.alloc(1)]
  readSync(handle, first)
  closeSync(handle)
  return first.toString() === '{'
}

/** CSV begins with a byte order mark, for spreadsheets. */
async function* withoutMark(file: string): AsyncGenerator<string> {
  let isFirst = true
  for await (const piece of createReadStream(file, { encoding: 'utf8' })) {
    yield isFirst ? String(piece).replace(/^\ufeff/, '') : String(piece)
    isFirst = false
  }
}

/** Compares the keys themselves: anybody can give a key somebody else's id. */
async function unknownKey(end: AuditExportEnd | undefined, jwks: string | undefined): Promise<AuditMisfit[]> {
  if (!jwks || !end) return []
  if (await isKeyIn(jwks, end.public_key)) return []
  return [{ entry: null, say: `It is signed with the key ${String(end.public_key.kid)}, which is not in the set.` }]
}

function describe(file: string, { header, entries, first, last, end }: AuditReport): void {
  print(`${file}: audit log of ${header.workspace_name}, exported ${header.exported_at} by ${header.exported_by}`)
  const filter = Object.entries(header.filter).map(([what, value]) => `${what} ${value}`)
  print(filter.length ? `  a part of it: ${filter.join(', ')}` : '  all of it, up to when it was exported')
  print(first === null ? '  no entries' : `  ${entries} entries, from number ${first} to ${last}`)
  if (end) print(`  signed with the key ${String(end.public_key.kid)}`)
}
