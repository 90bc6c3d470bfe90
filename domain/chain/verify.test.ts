import { expect, test } from 'vitest'
import { entryHash, type Entry, type EntryContent } from './entry.ts'
import { oldEntryHash, type OldEntry } from './format-1.ts'
import { misfitSentence, type Misfit } from './misfit.ts'
import { sealAll } from './seal.ts'
import { stateOf, verifyChain, type AnyEntry } from './verify.ts'

let salts = 0
const salt = () => String(++salts).padStart(32, '0')

type Write = Partial<Pick<EntryContent, 'kind' | 'changes' | 'detail'>> & { personal?: Record<string, string> }

/** Writes the next entry of a chain, as Karta does. */
function append(chain: AnyEntry[], { personal = {}, ...write }: Write = {}): AnyEntry[] {
  const { sealed, opened } = sealAll({ actor: { id: null, name: 'Sari' }, ...personal }, salt)
  const content: EntryContent = {
    format: 2,
    workspace_id: 'w',
    subject: 'delivery',
    subject_id: 'd',
    sequence: chain.length + 1,
    kind: 'updated',
    at: '2026-03-15T00:00:00.000Z',
    changes: {},
    detail: {},
    sealed,
    previous_hash: chain.at(-1)?.hash ?? null,
    ...write,
  }
  return [...chain, { ...content, opened, hash: entryHash(content) }]
}

function chainOf(...writes: Write[]): Entry[] {
  return writes.reduce<AnyEntry[]>(append, []) as Entry[]
}

const four = () =>
  chainOf(
    { kind: 'created', changes: { weight_kg: 1, priority: 2 }, personal: { recipient_name: 'Budi' } },
    { changes: { weight_kg: 2 } },
    { changes: { weight_kg: 3 } },
    { changes: { weight_kg: 4 } },
  )

const headOf = (chain: AnyEntry[]) => ({ length: chain.length, hash: chain.at(-1)!.hash })

/** The misfit of entries against the head of the chain they came from. */
function against(whole: AnyEntry[], entries: AnyEntry[]): Partial<Misfit> | undefined {
  return verifyChain(entries, { head: headOf(whole) })
}

/** The chain with one entry changed. With `rehash`, whoever changed it also wrote the hash anew. */
function changed(chain: Entry[], sequence: number, change: Partial<Entry>, rehash = false): Entry[] {
  return chain.map((entry) => {
    if (entry.sequence !== sequence) return entry
    const other = { ...entry, ...change }
    return rehash ? { ...other, hash: entryHash(other) } : other
  })
}

test('a chain that nobody touched fits, in whatever order it is read', () => {
  const chain = four()
  expect(against(chain, chain.toReversed())).toBeUndefined()
  expect(verifyChain(chain, { head: headOf(chain), signed: headOf(chain.slice(0, 2)) })).toBeUndefined()
  expect(stateOf(chain)).toEqual({ weight_kg: 4, priority: 2, recipient_name: 'Budi' })
})

test('removing the newest entries shows against the head', () => {
  const chain = four()
  expect(against(chain, chain.slice(0, 2))).toMatchObject({ reason: 'newest_missing', entry: 3, count: 2 })
})

test('removing the newest entries shows against the signature when the head was moved back too', () => {
  const chain = four()
  const cut = chain.slice(0, 2)
  const found = verifyChain(cut, { head: headOf(cut), signed: headOf(chain) })
  expect(found).toMatchObject({ reason: 'newest_missing', entry: 3, count: 2, against: 'signature' })
  const gone = verifyChain([], { head: undefined, signed: headOf(chain) })
  expect(gone).toMatchObject({ reason: 'history_missing', count: 4, against: 'signature' })
})

test('removing the whole history shows, even with its head', () => {
  const chain = four()
  expect(against(chain, [])).toMatchObject({ reason: 'history_missing', count: 4, against: 'head' })
  expect(verifyChain([], { head: undefined })).toMatchObject({ reason: 'history_missing', count: null })
})

test('a history that begins anew in the middle of a life shows', () => {
  const chain = chainOf({ kind: 'recorded' }, {})
  expect(verifyChain(chain, { head: headOf(chain), begins: 'created' })).toMatchObject({ reason: 'start_missing' })
  expect(verifyChain(four(), { head: headOf(four()), begins: 'created' })?.reason).not.toBe('start_missing')
})

test('removing only the head shows', () => {
  expect(verifyChain(four(), { head: undefined })).toMatchObject({ reason: 'head_missing' })
})

test('removing an entry in the middle or at the start shows, and how many are missing', () => {
  const chain = four()
  const [first, second, third, last] = chain
  expect(against(chain, [first!, second!, last!])).toMatchObject({ reason: 'entry_missing', entry: 3, count: 1 })
  expect(against(chain, [first!, last!])).toMatchObject({ reason: 'entry_missing', entry: 2, count: 2 })
  expect(against(chain, [third!, last!])).toMatchObject({ reason: 'entry_missing', entry: 1, count: 2 })
})

test('changing any member of an entry shows', () => {
  const chain = four()
  const changes: Partial<Entry>[] = [
    { workspace_id: 'x' },
    { subject: 'driver' },
    { subject_id: 'x' },
    { kind: 'deleted' },
    { at: '2026-03-16T00:00:00.000Z' },
    { changes: { weight_kg: 9 } },
    { detail: { why: 'x' } },
    { sealed: {} },
  ]
  for (const change of changes) {
    expect(against(chain, changed(chain, 2, change)), JSON.stringify(change)).toMatchObject({
      reason: 'entry_changed',
      entry: 2,
    })
  }
})

test('an entry that was changed and hashed anew no longer fits the next one, or the head', () => {
  const chain = four()
  const inMiddle = changed(chain, 2, { changes: { weight_kg: 9 } }, true)
  expect(against(chain, inMiddle)).toMatchObject({ reason: 'entry_replaced', entry: 2, against: 'chain' })
  const atEnd = changed(chain, 4, { changes: { weight_kg: 9 } }, true)
  expect(against(chain, atEnd)).toMatchObject({ reason: 'entry_replaced', entry: 4, against: 'head' })
})

test('a history that was rewritten to its end, with its head, shows against the signature', () => {
  const other = chainOf({ kind: 'created' }, {}, {}, {})
  const found = verifyChain(other, { head: headOf(other), signed: headOf(four().slice(0, 3)) })
  expect(found).toMatchObject({ reason: 'entry_replaced', entry: 3, against: 'signature' })
})

test('naming somebody else shows', () => {
  const chain = four()
  const opened = { ...chain[1]!.opened, actor: { ...chain[1]!.opened.actor!, value: { id: null, name: 'Eka' } } }
  expect(against(chain, changed(chain, 2, { opened }))).toMatchObject({ reason: 'actor_changed', entry: 2 })
})

test('changing, adding or dropping a personal value shows', () => {
  const chain = four()
  const { opened } = chain[0]!
  const other = { ...opened, recipient_name: { ...opened.recipient_name!, value: 'Eka' } }
  const more = { ...opened, notes: { salt: salt(), value: 'x' } }
  const { recipient_name: _, ...less } = opened
  const wrong = (given: Entry['opened']) => against(chain, changed(chain, 1, { opened: given }))
  expect(wrong(other)).toMatchObject({ reason: 'value_changed', entry: 1, fields: ['recipient_name'] })
  expect(wrong(more)).toMatchObject({ reason: 'value_changed', entry: 1, fields: ['notes'] })
  expect(wrong(less)).toMatchObject({ reason: 'value_missing', entry: 1, fields: ['recipient_name'] })
})

test('a chain stays whole when personal values are dropped and an entry says so', () => {
  const chain = append(four(), {
    kind: 'erased',
    changes: { recipient_name: null },
    detail: { fields: ['recipient_name'] },
  }) as Entry[]
  const { actor } = chain[0]!.opened
  const dropped = changed(chain, 1, { opened: { actor: actor! } })
  expect(against(chain, dropped)).toBeUndefined()
  expect(stateOf(dropped)).toMatchObject({ recipient_name: null, weight_kg: 4 })
  // Only what the entry names.
  expect(against(chain, changed(chain, 1, { opened: {} }))).toMatchObject({
    reason: 'value_missing',
    fields: ['actor'],
  })
})

test('a chain whose values are withheld is verified by its hashes', () => {
  const chain = four()
  const withheld = chain.map((entry) => ({ ...entry, opened: {} }))
  expect(verifyChain(withheld, { head: headOf(chain), withheld: true })).toBeUndefined()
  expect(verifyChain(withheld.slice(1), { head: headOf(chain), withheld: true })).toMatchObject({ entry: 1 })
})

test('entries that changed places show', () => {
  const chain = four()
  const swapped = chain.map((entry) => ({ ...entry, sequence: { 2: 3, 3: 2 }[entry.sequence] ?? entry.sequence }))
  expect(against(chain, swapped)).toMatchObject({ reason: 'entry_moved', entry: 2 })
})

test('an entry put in between shows, however well it was made', () => {
  const chain = four()
  const [first, ...rest] = chain
  const moved = rest.map((entry) => ({ ...entry, sequence: entry.sequence + 1 }))
  const made = append([first!], { changes: { weight_kg: 9 } })
  expect(against(chain, [...made, ...moved])).toMatchObject({ reason: 'entry_added', entry: 2 })
  expect(against(chain, append(chain))).toMatchObject({ reason: 'entry_added', entry: 5, against: 'head' })
})

/** The first entries of a chain, as Karta 0.1.0 wrote them. */
function oldChain(count: number): OldEntry[] {
  const chain: OldEntry[] = []
  for (let sequence = 1; sequence <= count; sequence++) {
    const previous_hash = chain.at(-1)?.hash ?? null
    const detail = { weight_kg: { from: null, to: sequence } }
    const at = '2026-01-01T00:00:00.000Z'
    const said = { subject_id: 'd', sequence, kind: 'updated', at, actor_name: 'N', detail, previous_hash }
    const entry: OldEntry = { format: 1, ...said, hash: '' }
    chain.push({ ...entry, hash: oldEntryHash(entry) })
  }
  return chain
}

test('entries of the old format are verified by the old rule, before and below new ones', () => {
  // As Karta 0.1.0 computed it: no sequence, no id of the actor.
  expect(oldChain(1)[0]!.hash).toBe('35289598b682abcdcc224231741dd7fbfa7c625b4b19e75839888b184fcc8b8d')
  const chain = append(append(oldChain(2)), { kind: 'erased', detail: { fields: ['detail'] } })
  expect(against(chain, chain)).toBeUndefined()
  const rewritten = chain.map((entry) => (entry.sequence === 2 ? ({ ...entry, actor_name: 'X' } as OldEntry) : entry))
  expect(against(chain, rewritten)).toMatchObject({ reason: 'entry_changed', entry: 2 })
  const erased = chain.map((entry) => (entry.format === 1 ? { ...entry, detail: null } : entry))
  expect(against(chain, erased)).toBeUndefined()
  expect(against(chain.slice(0, 3), erased.slice(0, 3))).toMatchObject({ reason: 'value_missing', entry: 1 })
})

test('every misfit has a sentence', () => {
  const chain = four()
  expect(misfitSentence(against(chain, chain.slice(0, 2)) as Misfit)).toBe(
    'The newest 2 entries are missing, from entry 3 on: the head kept apart counts 4.',
  )
  expect(misfitSentence(against(chain, [chain[0]!, chain[3]!]) as Misfit)).toBe('Entries 2 to 3 are missing.')
  expect(misfitSentence(against(chain, []) as Misfit)).toBe(
    'The whole history is missing: the head kept apart counts 4 entries.',
  )
})
