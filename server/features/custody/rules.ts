import type { Json } from '#domain/chain/canonical-json.ts'
import type { ExportHeader, ExportLine } from '#domain/chain/export.ts'
import type { Leaf, LogEntry } from '#domain/chain/log.ts'
import type { AnyEntry } from '#domain/chain/verify.ts'
import type { LoggedEntry } from '#domain/road/custody-file.ts'
import type { readLogged } from './queries.ts'

type Chain = { subject_id: string; length: number | null; hash: string | null; entries: (AnyEntry & { id: string })[] }

/** Reads what comes after something, in order; an empty page ends it. */
type Pages<T> = (after: T | undefined, limit: number) => Promise<T[]>
type Sources = { log: Pages<LogEntry>; leaves: Pages<Leaf & { number: number }>; chains: Pages<Chain> }

const atOnce = { log: 500, leaves: 5000, chains: 500 }

/** The lines of an export. */
export async function* exportLines(
  header: Omit<ExportHeader, 'type' | 'version'>,
  { log, leaves, chains }: Sources,
): AsyncGenerator<string> {
  let lines = 0
  const write = (line: ExportLine) => {
    lines++
    return `${JSON.stringify(line)}\n`
  }
  yield write({ type: 'custody', version: 1, ...header })
  // The last entry first seen is the last one exported, so that no leaf belongs to an entry that is not there.
  let last = 0
  for await (const page of paged(log, atOnce.log)) {
    last = page.at(-1)!.number
    yield page.map((entry) => write({ type: 'log', ...entry })).join('')
  }
  for await (const page of paged(leaves, atOnce.leaves)) {
    const known = page.filter(({ number }) => number <= last)
    if (known.length) yield known.map((leaf) => write({ type: 'leaf', ...leaf })).join('')
  }
  for await (const page of paged(chains, atOnce.chains)) {
    yield page.flatMap((chain) => chainLines(chain, header.with_personal_data).map(write)).join('')
  }
  yield `${JSON.stringify({ type: 'end', lines: lines + 1 } satisfies ExportLine)}\n`
}

async function* paged<T>(read: Pages<T>, limit: number): AsyncGenerator<T[]> {
  for (let page = await read(undefined, limit); page.length; page = await read(page.at(-1), limit)) yield page
}

function chainLines({ subject_id, length, hash, entries }: Chain, withPersonalData: boolean): ExportLine[] {
  const head = length === null || hash === null ? null : { length, hash }
  return [
    { type: 'chain', subject: 'delivery', subject_id, head },
    ...entries.map((entry): ExportLine => ({ type: 'entry', ...exportedEntry(entry, withPersonalData) })),
  ]
}

/** The export's file name. */
export function fileName(now: Date): string {
  return `karta-custody-${now.toISOString().slice(0, 10)}.jsonl`
}

type Logged = Awaited<ReturnType<typeof readLogged>>['entries'][number]

/** An entry of a phone as it was signed. What was erased, or is left out, is null. */
export function loggedEntry(row: Logged, isPersonal: boolean): LoggedEntry {
  const { id, device_id, sequence, kind, at, clock_offset_ms, fix, data, previous_hash, hash, signature } = row
  const isThere = isPersonal && row.erased_at === null && data !== null
  return {
    format: 1,
    id,
    device_id,
    sequence,
    kind,
    previous_hash,
    hash,
    signature,
    content: isThere
      ? {
          at,
          clock_offset_ms,
          fix: fix as Json,
          data: data as Record<string, Json>,
          ...(row.fix_removed_at && { fix_removed: true as const }),
        }
      : null,
  }
}

/** The entries of phones that a history names. */
export function namedEntries(entries: AnyEntry[]): string[] {
  return entries.flatMap(({ detail }) => {
    const device = detail?.device as { entry_id?: string } | undefined
    return device?.entry_id ?? []
  })
}

/** An entry of a history as it is exported. */
export function exportedEntry({ id: _, ...entry }: AnyEntry & { id: string }, isPersonal: boolean): AnyEntry {
  if (isPersonal) return entry
  return entry.format === 2 ? { ...entry, opened: {} } : { ...entry, actor_name: '', detail: null }
}
