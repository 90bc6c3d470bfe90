import { expect, test } from 'vitest'
import { entryHash, type Entry, type EntryContent } from './entry.ts'
import type { ExportLine } from './export.ts'
import { growRoot, logHash, signedContent, type Leaf, type LogEntry } from './log.ts'
import { makeProof, wrongInProof, type Proof } from './proof.ts'
import { compareExports, verifyExport } from './verify-export.ts'

/** Stands for a signature: the content itself. Real ones are tested with the server. */
const verifySignature = async (jws: string) => (jws ? (JSON.parse(jws) as unknown) : undefined)

function chainOf(subject_id: string, length: number): Entry[] {
  const chain: Entry[] = []
  for (let sequence = 1; sequence <= length; sequence++) {
    const content: EntryContent = {
      format: 2,
      workspace_id: 'w',
      subject: 'delivery',
      subject_id,
      sequence,
      kind: sequence === 1 ? 'created' : 'updated',
      at: '2026-03-15T00:00:00.000Z',
      changes: { weight_kg: sequence },
      sealed: {},
      detail: {},
      previous_hash: chain.at(-1)?.hash ?? null,
    }
    chain.push({ ...content, hash: entryHash(content), opened: {} })
  }
  return chain
}

type Day = Record<string, number>

/** An export of chains that were signed on some days, each with the lengths that they had then. */
function exportOf(days: Day[], now: Day = days.at(-1)!): ExportLine[] {
  const chains = Object.fromEntries(Object.entries(now).map(([id, length]) => [id, chainOf(id, length)]))
  const lines: ExportLine[] = [
    {
      type: 'custody',
      version: 1,
      workspace_id: 'w',
      workspace_name: 'W',
      exported_at: '2026-04-01T00:00:00.000Z',
      with_personal_data: false,
    },
  ]
  const leaves: ExportLine[] = []
  const newest = new Map<string, Leaf>()
  let previous_hash: string | null = null
  for (const [index, day] of days.entries()) {
    for (const [subject_id, length] of Object.entries(day)) {
      if (newest.get(subject_id)?.length === length) continue
      const leaf = { subject: 'delivery', subject_id, length, hash: chainOf(subject_id, length).at(-1)!.hash }
      newest.set(subject_id, leaf)
      leaves.push({ type: 'leaf', number: index + 1, ...leaf })
    }
    const tree = growRoot()
    for (const id of [...newest.keys()].sort()) tree.add(newest.get(id)!)
    const content = {
      workspace_id: 'w',
      number: index + 1,
      day: `2026-03-${index + 16}`,
      at: '2026-03-16T00:05:00.000Z',
    }
    const whole = { ...content, chains: newest.size, root: tree.root(), previous_hash }
    const hash = logHash(whole)
    const signature = JSON.stringify(signedContent({ ...whole, hash }))
    const entry: LogEntry = { ...whole, hash, signature, public_key: { kid: 'k' } }
    lines.push({ type: 'log', ...entry })
    previous_hash = hash
  }
  lines.push(...leaves)
  for (const [subject_id, chain] of Object.entries(chains)) {
    lines.push({
      type: 'chain',
      subject: 'delivery',
      subject_id,
      head: { length: chain.length, hash: chain.at(-1)!.hash },
    })
    lines.push(...chain.map((entry): ExportLine => ({ type: 'entry', ...entry })))
  }
  return [...lines, { type: 'end', lines: lines.length + 1 }]
}

const days: Day[] = [
  { a: 2, b: 1 },
  { a: 2, b: 3, c: 1 },
  { a: 4, b: 3, c: 1, d: 2 },
]
const read = (lines: ExportLine[]) => verifyExport(lines, verifySignature)
const misfitsOf = async (lines: ExportLine[]) => (await read(lines)).misfits.map(({ of, say }) => `${of}: ${say}`)

test('an export that nobody touched fits, with every root', async () => {
  const report = await read(exportOf(days, { ...days[2], a: 5, e: 1 }))
  expect(report).toMatchObject({ chains: 5, entries: 12, misfits: [], key: { kid: 'k' } })
  expect(report.signed).toEqual({ entries: 3, first: '2026-03-16', last: '2026-03-18' })
})

test('what is missing or changed in an export is named', async () => {
  const lines = exportOf(days)
  const without = (gone: (line: ExportLine) => boolean) => {
    const left = lines.filter((line) => line.type === 'end' || !gone(line))
    return left.map((line) => (line.type === 'end' ? { ...line, lines: left.length } : line))
  }
  const isOf = (id: string) => (line: ExportLine) =>
    (line.type === 'chain' || line.type === 'entry') && line.subject_id === id
  expect(await misfitsOf(without(isOf('b')))).toEqual([
    'delivery b: The whole history is missing: what was signed counts 3 entries.',
  ])
  expect(await misfitsOf(without((line) => line.type === 'log' && line.number === 2))).toEqual([
    'The signed log: Entry 2 is missing.',
  ])
  expect(await misfitsOf(without((line) => line.type === 'leaf' && line.subject_id === 'c'))).toEqual([
    'The signed log: Entry 2 was signed over other histories than those in the file.',
  ])
  expect(await misfitsOf(lines.slice(0, -1))).toEqual(['The file: It is cut short: its end is missing.'])
  const unsigned = lines.map((line) => (line.type === 'log' ? { ...line, signature: '' } : line))
  expect(await misfitsOf(unsigned)).toEqual(['The signed log: Entry 1 does not have the signature of its key.'])
  await expect(read(lines.slice(1))).rejects.toThrow('This is not a custody export.')
})

test('an older export shows what a newer one lost, even if everything in the newer one fits', async () => {
  const older = await read(exportOf(days))
  expect(compareExports(older, await read(exportOf([...days, { ...days[2], e: 2 }])))).toEqual([])
  const rewritten = await read(exportOf([{ a: 3, b: 3, d: 2 }]))
  expect(rewritten.misfits).toEqual([])
  expect(compareExports(older, rewritten).map(({ of }) => of)).toEqual(['delivery a', 'delivery c', 'The signed log'])
})

test('one history can be proven without the others', async () => {
  for (const id of ['a', 'b', 'c', 'd']) {
    const proof = (await makeProof(exportOf(days, { ...days[2], a: 5 }), id))!
    expect(await wrongInProof(proof, verifySignature), id).toBeUndefined()
    expect(JSON.stringify(proof.entries)).not.toMatch(new RegExp(`"subject_id":"[^${id}]"`))
    const wrong = (change: Partial<Proof>) => wrongInProof({ ...proof, ...change }, verifySignature)
    expect(await wrong({ index: (proof.index + 1) % 4 })).toContain('not among those')
    expect(await wrong({ entries: proof.entries.slice(0, -1), leaf: { ...proof.leaf, length: 9 } })).toContain(
      'not among',
    )
    expect(await wrong({ entries: [] })).toContain('The whole history is missing')
    expect(await wrong({ entries: chainOf('x', 2) })).toContain('another history')
  }
  expect(await makeProof(exportOf(days), 'x')).toBeUndefined()
})
