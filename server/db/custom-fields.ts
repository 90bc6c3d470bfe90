import { sql } from 'kysely'
import type { CustomField, CustomValues } from '#domain/schema/custom-field.ts'
import { shownCustom } from '#domain/orders/custom-values.ts'
import type { Event } from '#domain/events/event.ts'
import type { Trx } from './connect.ts'

/** The workspace's own fields, as far as the role of the transaction may see their values. */
export async function readCustomFields(trx: Trx): Promise<CustomField[]> {
  const { rows } = await sql<CustomField>`
    select id, key, label, type, options, visible_to, position, archived, created_at, updated_at, version
    from custom_fields_shown()`.execute(trx)
  return rows
}

/** Records without the values of own fields that the role of the transaction may not see. */
export async function withShownCustom<R extends { custom: CustomValues }>(trx: Trx, records: R[]): Promise<R[]> {
  if (records.every(({ custom }) => !Object.keys(custom).length)) return records
  const shown = new Set((await readCustomFields(trx)).map(({ key }) => key))
  return records.map((record) => ({ ...record, custom: shownCustom(record.custom, shown) }))
}

/** Events without them, too. */
export async function eventsWithShownCustom<E extends Event>(trx: Trx, events: E[]): Promise<E[]> {
  const isAbout = ({ subject, data, previous }: E) =>
    subject.kind === 'delivery' &&
    [data, previous].some((record) => hasValues((record as Record<string, unknown>).custom))
  if (!events.some(isAbout)) return events
  const shown = new Set((await readCustomFields(trx)).map(({ key }) => key))
  const hide = <R extends Record<string, unknown>>(record: R): R =>
    hasValues(record.custom) ? { ...record, custom: shownCustom(record.custom as CustomValues, shown) } : record
  return events.map((event) =>
    isAbout(event) ? { ...event, data: hide(event.data), previous: hide(event.previous) } : event,
  )
}

const hasValues = (custom: unknown) => typeof custom === 'object' && custom !== null && Object.keys(custom).length > 0
