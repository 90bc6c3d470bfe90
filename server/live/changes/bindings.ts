import { may, type Rights } from '#domain/permissions.ts'
import type { Catalogue, Relation } from '../../db/api/catalogue.ts'
import type { WorkspaceActor } from '../../http/callers/wire.ts'
import type { Binding } from '../../realtime/source.ts'
import { asActor, type Parts } from '../people.ts'
import { parseFilter, SubscriptionError } from './filter.ts'
import { publishedTables, type ChangeType } from './published.ts'
import { tryFilter, type Filter } from './rows.ts'

/** A binding that was checked. */
export type Bound = {
  id: number
  events: ChangeType[]
  tables: Relation[]
  filter: Filter | null
  /** The columns to show; null for all. */
  select: string[] | null
}

const allEvents: ChangeType[] = ['INSERT', 'UPDATE', 'DELETE']

/** On the wire, the schema has the name that `/rest/v1` answers to. */
export const wireSchema = 'public'

/**
 * Checks what somebody wants to follow.
 * @throws SubscriptionError
 */
export async function bind(
  parts: Parts,
  actor: WorkspaceActor,
  catalogue: Catalogue,
  { id, binding }: { id: number; binding: Binding },
): Promise<Bound> {
  const { event = '*', schema = wireSchema, filter, select } = binding
  const events = event === '*' ? allEvents : allEvents.filter((each) => each === event.toUpperCase())
  if (!events.length) throw new SubscriptionError(`unknown event ${event}`)
  if (schema !== wireSchema && schema !== '*') throw new SubscriptionError(`unknown schema ${schema}`)
  const tables = tablesOf(catalogue, binding)
  const conditions = filter ? parseFilter(filter) : []
  const [table] = tables
  if ((conditions.length || select) && (tables.length > 1 || !table)) {
    throw new SubscriptionError('filter and select need a table')
  }
  if (conditions.length) await asActor(parts, actor, (trx) => tryFilter(trx, table!, conditions))
  for (const column of select ?? []) {
    if (!table!.columns.has(column)) throw new SubscriptionError(`${table!.name} has no column ${column}`)
  }
  return {
    id,
    events,
    tables,
    filter: conditions.length ? { text: `${table!.name} ${JSON.stringify(conditions)}`, conditions } : null,
    select: select?.length ? select : null,
  }
}

function tablesOf({ relations }: Catalogue, { table }: Binding): Relation[] {
  const all = publishedTables.flatMap((name) => relations.get(name) ?? [])
  if (table === undefined || table === '' || table === '*') return all
  const found = all.find(({ name }) => name === table)
  if (!found) throw new SubscriptionError(`unknown table ${table}, or one whose changes are not published`)
  return [found]
}

/** Whether somebody may read a view at all. Which rows, the database decides. */
export const mayRead = (relation: Relation, who: Rights) => relation.may.some((action) => may(who, action))
