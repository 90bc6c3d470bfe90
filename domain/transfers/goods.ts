import type { Goods } from '../schema/goods.ts'
import type { TransferState } from '../schema/transfer.ts'

/** One transfer of a delivery. */
export type Leg = {
  transfer_id: string
  state: TransferState
  from_id: string
  from_name: string
  to_id: string
  to_name: string
  departs_at: string
  /** When the goods can be loaded where it arrives, as of now. */
  ready_at: string
  parcels: number
  received: number | null
}

/** Whether it is still to be driven. */
export const isOpen = ({ state }: Pick<Leg, 'state'>): boolean => state === 'planned' || state === 'departed'

/** The legs that count, in the order in which they are driven. */
export const inOrder = (legs: readonly Leg[]): Leg[] =>
  legs
    .filter(({ state }) => state !== 'canceled')
    .toSorted((a, b) => Number(isOpen(a)) - Number(isOpen(b)) || (a.departs_at < b.departs_at ? -1 : 1))

/** Where goods are, by the transfers of their delivery; null if there is none. */
export function goodsOf(legs: readonly Leg[]): Goods | null {
  const driven = inOrder(legs)
  const last = driven.at(-1)
  if (!last) return null
  const under = driven.find(({ state }) => state === 'departed')
  const next = driven.find(({ state }) => state === 'planned')
  const been = driven.findLast(({ state }) => state === 'arrived')
  const isMissing = been !== undefined && been.received === 0
  const bound = { bound_for_id: last.to_id, ready_at: isMissing ? null : latest(driven) }
  if (under) {
    return {
      state: 'between',
      depot_id: under.to_id,
      depot_name: under.to_name,
      ...bound,
      transfer_id: under.transfer_id,
    }
  }
  if (isMissing) {
    return { state: 'missing', depot_id: been.to_id, depot_name: been.to_name, ...bound, transfer_id: been.transfer_id }
  }
  if (next) {
    return {
      state: 'waiting',
      depot_id: next.from_id,
      depot_name: next.from_name,
      ...bound,
      transfer_id: next.transfer_id,
    }
  }
  return { state: 'at_hub', depot_id: last.to_id, depot_name: last.to_name, ...bound, transfer_id: last.transfer_id }
}

/** No leg is done before the one before it. */
const latest = (legs: readonly Leg[]): string =>
  legs.map(({ ready_at }) => ready_at).reduce((last, at) => (Date.parse(at) > Date.parse(last) ? at : last))
