import type { Delivery } from '../schema/delivery.ts'
import type { Transfer } from '../schema/transfer.ts'
import type { SubjectKind } from './types.ts'

/** The drivers whom a record concerns, so that each can be shown their own events. */
export function driversOf(kind: SubjectKind, data: object | undefined): string[] {
  const record = (data ?? {}) as { id?: string; driver_id?: string | null }
  const namesDriver =
    kind === 'delivery' ||
    kind === 'route' ||
    kind === 'day_off' ||
    kind === 'shift' ||
    kind === 'device' ||
    kind === 'message' ||
    kind === 'temperature_excursion' ||
    kind === 'cash_entry' ||
    kind === 'cash_hand_in' ||
    kind === 'fleet_document' ||
    kind === 'vehicle_check'
  const id = kind === 'driver' ? record.id : namesDriver ? record.driver_id : null
  return id ? [id] : []
}

/** The client whose delivery or pickup place it is: as it is after the change, since what it becomes is no longer the former client's. */
export function clientOf(kind: SubjectKind, data: object): string | null {
  const isTheirs = kind === 'delivery' || kind === 'pickup_place'
  return isTheirs ? (data as { client_id: string | null }).client_id : null
}

/** Records that name their depot. */
const ofDepots: readonly SubjectKind[] = [
  'delivery',
  'plan',
  'driver',
  'day_off',
  'holiday',
  'alert',
  'message',
  'notification',
  'cash_entry',
  'cash_hand_in',
]

/** The depots whose business a record is, so that those who are limited to them can be told. */
export function depotsOf(kind: SubjectKind, id: string, data: object | undefined): string[] {
  if (kind === 'depot') return [id]
  if (kind === 'transfer') {
    const { from_depot_id, to_depot_id } = (data ?? {}) as Partial<Transfer>
    return [from_depot_id, to_depot_id].filter((each) => each !== undefined)
  }
  const { depot_id: depot } = (data ?? {}) as { depot_id?: string | null }
  const goods = kind === 'delivery' ? (data as Partial<Delivery> | undefined)?.goods : null
  return [...(depot && ofDepots.includes(kind) ? [depot] : []), ...(goods ? [goods.depot_id] : [])]
}
