import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { OrderPage } from '#domain/schema/order-page.ts'
import { inTransaction, type Db, type Trx } from '../../db/connect.ts'
import { readLook } from '../look/queries.ts'
import { readDepots } from '../planning/queries.ts'
import { readSlotSettings } from '../slot-settings/queries.ts'
import { readTrackingSettings } from '../tracking/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'

/**
 * Whose order page this is.
 * @throws AppError `order_page_not_found` while it is off, too
 */
export async function workspaceOfPage(db: Db, name: string): Promise<string> {
  const { rows } = await inTransaction(db, (trx) =>
    sql<{ id: string | null }>`select workspace_of_order_page(${name}) as id`.execute(trx),
  )
  const id = rows[0]?.id
  if (!id) throw new AppError('order_page_not_found')
  return id
}

/**
 * What anybody sees of a workspace that takes orders.
 * @throws AppError `order_page_not_found` without a depot
 */
export async function readOrderPage(trx: Trx, workspaceId: string): Promise<OrderPage> {
  const { name, currency, time_zone } = await readWorkspace(trx, workspaceId)
  const { accent, contact, logo } = await readLook(trx, workspaceId)
  const { hold_minutes, order_page: takes_orders } = await readSlotSettings(trx, workspaceId)
  const { recipient_language: language } = await readTrackingSettings(trx, workspaceId)
  const { usual: depot } = await readDepots(trx, workspaceId)
  if (!depot) throw new AppError('order_page_not_found')
  const about = (degrees: number) => Math.round(degrees * 100) / 100
  const center = { lat: about(depot.location.lat), lng: about(depot.location.lng) }
  const look = { accent, contact, has_logo: logo !== null }
  return { name, language, currency, time_zone, ...look, hold_minutes, takes_orders, center }
}
