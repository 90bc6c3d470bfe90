import type { TransferRefusal } from '../schema/transfer.ts'
import { inOrder, isOpen, type Leg } from './goods.ts'

type Delivery = {
  status: string
  kind: string
  pickup_address: string | null
  pickup_depot_id: string | null
  depot_id: string | null
}

type Onto = {
  id: string
  from_depot_id: string
  to_depot_id: string
  from_depot_name: string
  to_depot_name: string
  departs_at: string
}

export type NotFitting = { code: TransferRefusal; sentence: string }

/** The depot where the goods of a delivery are, or will be after its transfers; null if they are at none. */
export function goodsAt({ pickup_address, pickup_depot_id, depot_id }: Delivery, legs: readonly Leg[]): string | null {
  const last = inOrder(legs).at(-1)
  if (last) return last.to_id
  if (pickup_depot_id) return pickup_depot_id
  return pickup_address ? null : depot_id
}

/**
 * Why a delivery cannot go on a transfer, in a sentence; undefined if it can.
 * @param nameOf the name of a depot
 */
export function whyNotOnto(
  delivery: Delivery,
  transfer: Onto,
  legs: readonly Leg[],
  nameOf: (depotId: string) => string,
): NotFitting | undefined {
  const driven = inOrder(legs)
  const open = driven.filter(isOpen)
  const last = driven.at(-1)
  if (driven.some(({ transfer_id }) => transfer_id === transfer.id)) {
    return { code: 'already_on_it', sentence: 'It is on this transfer already.' }
  }
  if (delivery.status !== 'pending') {
    const isOnRoute = delivery.status === 'planned' || delivery.status === 'dispatched'
    const sentence = isOnRoute ? 'It is on a route already.' : `It is ${delivery.status.replaceAll('_', ' ')} already.`
    return { code: 'not_pending', sentence }
  }
  if (delivery.kind === 'return') {
    return { code: 'return', sentence: 'A return is collected at its recipient, and is at no depot yet.' }
  }
  const place = goodsAt(delivery, legs)
  if (place === null) {
    return { code: 'picked_up_elsewhere', sentence: 'It is picked up on the way, and is at no depot yet.' }
  }
  if (place !== transfer.from_depot_id) {
    if (open.some(({ from_id }) => from_id === transfer.from_depot_id)) {
      const other = open.find(({ from_id }) => from_id === transfer.from_depot_id)!
      return {
        code: 'on_another_transfer',
        sentence: `Another transfer takes it from ${other.from_name} to ${other.to_name}.`,
      }
    }
    const tense = open.length ? 'will be' : 'are'
    return {
      code: 'elsewhere',
      sentence: `Its goods ${tense} at ${nameOf(place)}, not at ${transfer.from_depot_name}.`,
    }
  }
  if (open.some(({ from_id }) => from_id === transfer.to_depot_id)) {
    return { code: 'loop', sentence: `It comes from ${transfer.to_depot_name}, and would go back there.` }
  }
  if (last && isOpen(last) && Date.parse(transfer.departs_at) < Date.parse(last.ready_at)) {
    return { code: 'too_early', sentence: `This transfer leaves before its goods are at ${transfer.from_depot_name}.` }
  }
  if (last && !isOpen(last) && last.received === 0) {
    return { code: 'elsewhere', sentence: `Its goods were not found at ${last.to_name}.` }
  }
  return undefined
}
