import { transferEventKinds, type TransferEventKind } from '#domain/delivery-event-kinds.ts'
import type { DeliveryEvent } from '#domain/schema/delivery.ts'
import { formatDateTime } from '#web/lib/format.ts'

export const isTransferEvent = (kind: string): kind is TransferEventKind =>
  (transferEventKinds as readonly string[]).includes(kind)

const titles: Record<TransferEventKind, string> = {
  transfer_added: 'Put on a transfer',
  transfer_removed: 'Taken off a transfer',
  transfer_departed: 'Left for another depot',
  transfer_arrived: 'Arrived at another depot',
  transfer_short: 'Parcels missing from a transfer',
  transfer_retimed: 'Transfer expected at another time',
  transfer_taken_back: 'Step of a transfer taken back',
}

/** What a transfer did to a delivery, in words. */
export function transferEventWords({ kind, detail, actor_name }: DeliveryEvent, timeZone: string) {
  const { transfer, from_depot, to_depot, expected_at, parcels, of, why } = detail
  const isCounted = typeof parcels === 'number' && typeof of === 'number'
  const isAhead = kind === 'transfer_added' || kind === 'transfer_departed' || kind === 'transfer_retimed'
  const lines = [
    `Transfer ${String(transfer)}: ${String(from_depot)} to ${String(to_depot)}`,
    isAhead && typeof expected_at === 'string' && `Expected ${formatDateTime(expected_at, timeZone)}`,
    isCounted && `${parcels} of ${of} parcels`,
    typeof why === 'string' && why,
  ].filter((line): line is string => Boolean(line))
  return { title: `${titles[kind as TransferEventKind]} by ${actor_name}`, lines }
}
