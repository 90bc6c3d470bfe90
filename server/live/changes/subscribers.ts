import type { DatabaseError } from 'pg'
import type { Event } from '#domain/events/event.ts'
import type { Catalogue, Relation } from '../../db/api/catalogue.ts'
import { seesAll } from '../../http/callers/actor.ts'
import type { WorkspaceActor } from '../../http/callers/wire.ts'
import { readVisible, rightsKey } from '../audience.ts'
import { asActor, type Parts } from '../people.ts'
import { mayRead, type Bound } from './bindings.ts'
import { writePayload } from './payload.ts'
import { changesOf, type Change } from './published.ts'
import { matchKeys, readRows, type Filter, type Row } from './rows.ts'

/** A channel that follows rows. */
export type Subscriber = {
  actor: WorkspaceActor
  bounds: Bound[]
  push(event: 'postgres_changes', payload: string): void
  /** The filter of a binding cannot be used after all. */
  drop(bounds: Bound[]): void
}

/** So many filters at most are tried in one statement. */
const filtersAtOnce = 500

/**
 * Prepares what subscribers of one workspace are told of some events. Rows are read as the subscribers see them, once for
 * all who have the same rights. Nothing is sent before everything was read, so that a failure sends nothing twice.
 */
export async function prepareChanges(
  parts: Parts,
  readCatalogue: () => Promise<Catalogue>,
  subscribers: Subscriber[],
  events: Event[],
): Promise<(() => void)[]> {
  const changes = events.flatMap(changesOf)
  if (!changes.length || !subscribers.length) return []
  const catalogue = await readCatalogue()
  const groups = Map.groupBy(subscribers, ({ actor }) => rightsKey(actor))
  const prepared: (() => void)[] = []
  for (const group of groups.values()) prepared.push(...(await prepareGroup(parts, catalogue, group, changes)))
  return prepared
}

async function prepareGroup(
  parts: Parts,
  catalogue: Catalogue,
  group: Subscriber[],
  changes: Change[],
): Promise<(() => void)[]> {
  const wanted = changes.filter((change) => group.some(({ bounds }) => bounds.some((bound) => wants(bound, change))))
  if (!wanted.length) return []
  const { actor } = group[0]!
  const visible = seesAll(actor)
    ? undefined
    : await asActor(parts, actor, (trx) =>
        readVisible(
          trx,
          wanted.map(({ event }) => event),
        ),
      )
  const known = new Map<string, Known>()
  for (const [table, ofTable] of Map.groupBy(wanted, ({ table }) => table)) {
    const relation = catalogue.relations.get(table)!
    if (mayRead(relation, actor)) known.set(table, await learn(parts, relation, group, ofTable))
  }
  return wanted.flatMap((change) => {
    // Whoever may not hear of the event may not hear that the row is gone, nor that something happened at all.
    const isSilent = change.type === 'DELETE' || !known.has(change.table)
    if (isSilent && visible && !visible.has(change.event.id)) return []
    const relation = catalogue.relations.get(change.table)!
    return group.flatMap((subscriber) => framesOf(subscriber, change, relation, known.get(change.table)))
  })
}

const wants = ({ tables, events }: Bound, { table, type }: Change) =>
  events.includes(type) && tables.some(({ name }) => name === table)

/** What a group may know of changed rows. */
type Known = { rows: Map<Change, Row[]>; deleted: Map<Change, Set<string>> }

function framesOf({ bounds, push }: Subscriber, change: Change, relation: Relation, known: Known | undefined) {
  const frames = (some: Bound[], row: Row | 'unauthorized' | null) =>
    bySelect(some).map((same) => () => push('postgres_changes', writePayload(change, relation, same, row)))
  const interested = bounds.filter((bound) => wants(bound, change))
  // Who asked for everything gets everything there is for them. Who asked for this view is told why it stays empty.
  if (!known) {
    return frames(
      interested.filter(({ tables }) => tables.length === 1),
      'unauthorized',
    )
  }
  const matching = (matches: Set<string> | undefined) =>
    interested.filter(({ filter }) => !filter || matches?.has(filter.text))
  if (change.type === 'DELETE') return frames(matching(known.deleted.get(change)), null)
  return (known.rows.get(change) ?? []).flatMap((row) => frames(matching(row.matches), row))
}

/** Bindings that show the same columns share a frame. */
const bySelect = (bounds: Bound[]) => [...Map.groupBy(bounds, ({ select }) => select?.join() ?? '').values()]

/** Reads what changed of one view, and which filters it matches. */
async function learn(parts: Parts, relation: Relation, group: Subscriber[], changes: Change[]): Promise<Known> {
  const { actor } = group[0]!
  const { column } = changes[0]!
  const gone = changes.filter(({ type }) => type === 'DELETE')
  const present = changes.filter(({ type }) => type !== 'DELETE')
  const known: Known = { rows: new Map(), deleted: new Map() }
  // What an event says names drivers and own fields, which not everybody sees: the row alone tells.
  const told =
    actor.role === 'client' || actor.role === 'driver' ? present.map((change) => ({ ...change, known: null })) : present

  const read = (filters: Filter[]) =>
    asActor(parts, actor, async (trx) => {
      const rows = await readRows(trx, relation, { column, changes: told, filters }, seesAll(actor))
      const deleted = filters.length ? await matchKeys(trx, relation, { column, changes: gone, filters }) : new Map()
      return { rows, deleted }
    })
  const add = ({ rows, deleted }: Awaited<ReturnType<typeof read>>) => {
    for (const [place, found] of rows) known.rows.set(present[place]!, merge(known.rows.get(present[place]!), found))
    for (const [place, matches] of deleted) {
      known.deleted.set(gone[place]!, new Set([...(known.deleted.get(gone[place]!) ?? []), ...matches]))
    }
  }
  const filters = filtersOf(group, relation)
  for (let from = 0; from === 0 || from < filters.length; from += filtersAtOnce) {
    const some = filters.slice(from, from + filtersAtOnce)
    try {
      add(await read(some))
    } catch (error) {
      if (!some.length || !isFilters(error)) throw error
      add(await read([]))
      await eachAlone(some, group, async (filter) => add(await read([filter])))
    }
  }
  return known
}

/** The same rows, with the filters that they matched this time. */
function merge(before: Row[] | undefined, found: Row[]): Row[] {
  if (!before) return found
  const byKey = new Map(found.map(({ key, matches }) => [JSON.stringify(key), matches]))
  return before.map((row) => ({
    ...row,
    matches: new Set([...row.matches, ...(byKey.get(JSON.stringify(row.key)) ?? [])]),
  }))
}

/** A filter that takes forever, or fails on certain rows, must not keep others from hearing of them. */
async function eachAlone(filters: Filter[], group: Subscriber[], tryOne: (filter: Filter) => Promise<void>) {
  for (const filter of filters) {
    try {
      await tryOne(filter)
    } catch (error) {
      if (!isFilters(error)) throw error
      for (const { bounds, drop } of group) {
        const broken = bounds.filter((bound) => bound.filter?.text === filter.text)
        if (broken.length) drop(broken)
      }
    }
  }
}

/** Whether a statement failed for what it was asked, or took too long, rather than for the database. */
const isFilters = (error: unknown) => /^(22|42|54|2201B|57014)/.test((error as DatabaseError).code ?? '')

function filtersOf(group: Subscriber[], relation: Relation): Filter[] {
  const filters = new Map<string, Filter>()
  for (const { bounds } of group) {
    for (const { filter, tables } of bounds) if (filter && tables[0] === relation) filters.set(filter.text, filter)
  }
  return [...filters.values()]
}
