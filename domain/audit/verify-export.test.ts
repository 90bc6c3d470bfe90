import { expect, test } from 'vitest'
import { sealAll } from '../chain/seal.ts'
import { auditContentHash, auditLink, recordsHash, type AuditContent, type AuditEntry } from './entry.ts'
import { growDigest, writeLine, type AuditExportEnd, type AuditExportLine, type AuditFormat } from './export.ts'
import { verifyAuditExport, type ReadLine } from './verify-export.ts'

const workspace_id = '0199aa11-2222-7333-8444-555566667777'
const ids = ['0199aa11-0000-7333-8444-000000000001', '0199aa11-0000-7333-8444-000000000002']

let salts = 0
const salt = () => `salt ${salts++}`

/** A log of six entries: the fourth is of two records, the last one says that values before a moment were dropped. */
function makeLog(): (AuditEntry & { previous_hash: string })[] {
  let previous = ''
  return [1, 2, 3, 4, 5, 6].map((number) => {
    const actor = { id: ids[0]!, name: number === 2 ? '=cmd()' : 'Sari' }
    const { sealed, opened } = sealAll({ actor, values: { phone: { from: '1', to: '2' } } }, salt)
    const content: AuditContent = {
      format: 1,
      workspace_id,
      at: `2027-01-0${number}T08:00:00.000Z`,
      action: number === 6 ? 'audit.values_erased' : 'driver.updated',
      actor_kind: 'member',
      record_kind: 'driver',
      record_id: number === 4 ? null : ids[1]!,
      records: number === 4 ? 2 : 0,
      records_hash: number === 4 ? recordsHash(ids) : null,
      changes: { active: { from: true, to: false } },
      detail: number === 6 ? { before: '2027-01-02T00:00:00.000Z', entries: 1 } : {},
      request_id: null,
      sealed,
    }
    const previous_hash = previous
    previous = auditLink(number, previous, auditContentHash(content))
    const more = number === 4 ? { record_ids: [...ids] } : {}
    return { ...content, ...more, number, hash: previous, previous_hash, opened }
  })
}

/** The lines of an export, with a signature that only this test's key can make. */
function exportOf(
  log: ReturnType<typeof makeLog>,
  format: AuditFormat,
  filter: Record<string, string> = {},
): ReadLine[] {
  const header: AuditExportLine = {
    type: 'audit',
    version: 1,
    workspace_id,
    workspace_name: 'Test',
    exported_at: '2027-01-07T08:00:00.000Z',
    exported_by: 'Sari',
    filter,
  }
  const lines = [header, ...log.map((entry) => ({ type: 'entry' as const, ...entry }))]
  const written = lines.map((line) => ({ line, covered: writeLine(format, line).covered }))
  const digest = written.reduce((before, { covered }) => growDigest(before, covered), '')
  const { number: length, hash } = log.at(-1)!
  const seal = { workspace_id, at: header.exported_at, length, hash, entries: log.length, digest }
  const end: AuditExportEnd = { type: 'end', ...seal, signature: JSON.stringify(seal), public_key: {} }
  return [...written, { line: end, covered: '' }]
}

const verify = (lines: ReadLine[], options: Partial<Parameters<typeof verifyAuditExport>[2]> = {}) =>
  verifyAuditExport(
    async function* () {
      yield* structuredClone(lines)
    },
    async (jws) => JSON.parse(jws) as unknown,
    { format: 'jsonl', ...options },
  )

const said = async (...given: Parameters<typeof verify>) =>
  (await verify(...given)).misfits.map(({ say }) => say).join(' ')

/** What somebody without the key can do: change lines, but not the signed end. */
async function tampered(change: (entries: AuditEntry[]) => unknown): Promise<string> {
  const lines = exportOf(makeLog(), 'jsonl')
  const [head, end] = [lines[0]!, lines.at(-1)!]
  const entries = lines.slice(1, -1).map(({ line }) => line as AuditEntry)
  const changed = (change(entries) as AuditEntry[] | undefined) ?? entries
  const written = changed.map((line) => ({ line: line as never, covered: JSON.stringify(line) }))
  return said([head, ...written, end])
}

test('a whole export verifies, as JSON Lines and as CSV, and so does a part of the log', async () => {
  const log = makeLog()
  for (const format of ['jsonl', 'csv'] as const) {
    const report = await verify(exportOf(log, format), { format })
    expect(report).toMatchObject({ misfits: [], entries: 6, first: 1, last: 6 })
    expect(await said(exportOf([log[1]!, log[2]!, log[4]!], format, { actor: 'Sari' }), { format })).toBe('')
  }
})

test('whatever is changed, removed, moved, added or cut off shows, and where', async () => {
  const swap = (entries: AuditEntry[]) => [entries[0], entries[2], entries[1], ...entries.slice(3)]
  const cases: [change: (entries: AuditEntry[]) => unknown, says: RegExp][] = [
    [(entries) => void (entries[2]!.changes = {}), /^Entry 3 was changed/],
    [(entries) => void (entries[2]!.at = '2027-01-03T09:00:00.000Z'), /^Entry 3 was changed/],
    [(entries) => void (entries[2]!.record_id = ids[0]!), /^Entry 3 was changed/],
    [(entries) => void (entries[2]!.opened.actor!.value = { id: null, name: 'Budi' }), /^Entry 3 has another value/],
    [(entries) => void delete entries[2]!.opened.values, /^Entry 3 lost a value that nobody erased: values/],
    [(entries) => void entries[3]!.record_ids!.pop(), /^Entry 4 names other records/],
    [(entries) => entries.toSpliced(2, 1), /Entry 3 is missing/],
    [(entries) => entries.toSpliced(1, 3), /Entries 2 to 4 are missing/],
    [(entries) => entries.toSpliced(0, 1), /Entry 1 is missing/],
    [swap, /^Entry 2 is out of order/],
    [(entries) => entries.toSpliced(3, 0, entries[2]!), /^Entry 3 is there twice/],
    [(entries) => entries.slice(0, -1), /The newest entries are missing, from entry 6 on/],
  ]
  for (const [change, says] of cases) expect(await tampered(change), String(change)).toMatch(says)
})

test('an entry that was written anew with a hash of its own shows in the next one', async () => {
  const forged = await tampered((entries) => {
    const entry = entries[2]! as AuditEntry & { previous_hash: string }
    entry.detail = { forged: true }
    entry.hash = auditLink(3, entry.previous_hash, auditContentHash(entry))
  })
  expect(forged).toMatch(/^Entry 3 was replaced or added: entry 4 was linked to another one/)
})

test('a file that was cut short, or goes on after its end, is told', async () => {
  const lines = exportOf(makeLog(), 'jsonl')
  expect(await said(lines.slice(0, -1))).toMatch(/cut short/)
  expect(await said([...lines, lines[1]!])).toMatch(/added after the end/)
})

test('a line that is missing from a part of the log shows by the signed end', async () => {
  const log = makeLog()
  const lines = exportOf([log[1]!, log[4]!, log[5]!], 'jsonl', { actor: 'Sari' })
  expect(await said(lines.toSpliced(2, 1))).toMatch(/There are 2 entries in the file, but 3 were exported/)
  const end = lines.at(-1)!.line as AuditExportEnd
  const forged = { line: { ...end, entries: 2 }, covered: '' }
  expect(await said([...lines.slice(0, 2), ...lines.slice(3, -1), forged])).toMatch(/signature at the end/)
})

test('a log that lost its newest entries, all hashes right, shows against an earlier export', async () => {
  const log = makeLog()
  const { end } = await verify(exportOf(log, 'jsonl'))
  const shorter = exportOf(log.slice(0, 4), 'jsonl')
  expect(await said(shorter)).toBe('')
  expect(await said(shorter, { witnesses: [end!] })).toMatch(/newest entries are missing: 6 were signed/)
  const other = exportOf(makeLog(), 'jsonl')
  expect(await said(other, { witnesses: [end!] })).toMatch(/Entry 6 is another one than was signed/)
})

test('values that a later entry says were dropped may be missing, and no others', async () => {
  const log = makeLog()
  log[0]!.opened = {}
  expect(await said(exportOf(log, 'jsonl'))).toBe('')
  log[1]!.opened = {}
  expect(await said(exportOf(log, 'jsonl'))).toMatch(/Entry 2 lost a value that nobody erased/)
})

test('a cell of CSV that shows something else than its proof is found, and no cell is a formula', async () => {
  const lines = exportOf(makeLog(), 'csv')
  expect(writeLine('csv', lines[2]!.line).text).toMatch(/^2,2027-01-02T08:00:00.000Z,'=cmd\(\),/)
  const shown = JSON.parse(lines[3]!.covered) as string[]
  shown[2] = 'Budi'
  lines[3] = { ...lines[3]!, covered: JSON.stringify(shown) }
  expect(await said(lines, { format: 'csv' })).toMatch(/Entry 3 shows something else than its proof/)
})
