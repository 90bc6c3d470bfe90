import type { Event } from '#domain/events/event.ts'
import { subjectOf, type SubjectKind } from '#domain/events/types.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** A change of rows of one view. */
export type Change = {
  type: ChangeType
  table: string
  /** The column that says which rows, and its value. */
  column: string
  value: string
  /** What the event says of the row; null if it says nothing of rows of this view. */
  known: object | null
  /** The event that tells of it. */
  event: Event
}

type Published = { table: string; column: string; isPart?: true }

/**
 * Which views follow the event log, and by what their rows are found. A view of which nothing is said here, such as how far
 * quotas are used, changes without events, and cannot be followed.
 */
export const published: Partial<Record<SubjectKind, Published[]>> = {
  delivery: [{ table: 'deliveries', column: 'id' }],
  plan: [{ table: 'plans', column: 'id' }],
  route: [
    { table: 'routes', column: 'id' },
    { table: 'stops', column: 'route_id', isPart: true },
  ],
  driver: [{ table: 'drivers', column: 'id' }],
  vehicle: [{ table: 'vehicles', column: 'id' }],
  depot: [{ table: 'depots', column: 'id' }],
  client: [{ table: 'clients', column: 'id' }],
  address: [{ table: 'addresses', column: 'id' }],
  member: [{ table: 'members', column: 'user_id' }],
  workspace: [{ table: 'workspaces', column: 'id' }],
  integration: [{ table: 'integrations', column: 'platform' }],
}

export const publishedTables = Object.values(published).flatMap((views) => views.map(({ table }) => table))

/** A restored delivery is a new row to whoever saw it go. */
const inserts = /\.(created|joined|restored)$/
const deletes = /\.(deleted|left)$/

export function changesOf(event: Event): Change[] {
  const { type, subject, data } = event
  const views = published[subjectOf(type)] ?? []
  const change = inserts.test(type) ? 'INSERT' : deletes.test(type) ? 'DELETE' : 'UPDATE'
  return views.map(({ table, column, isPart }) => {
    // Shops have no id that anybody sees.
    const value = column === 'platform' ? (data as { platform: string }).platform : subject.id
    return { type: change, table, column, value, known: isPart ? null : data, event }
  })
}
