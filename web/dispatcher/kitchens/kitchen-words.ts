import type { KitchenOrder, PreparationState } from '#domain/schema/pickup-place.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

/** How a state is called and looks, and what comes next. */
export const preparationWords: Record<PreparationState, { label: string; tone: BadgeTone }> = {
  new: { label: 'New', tone: 'warning' },
  accepted: { label: 'Accepted', tone: 'info' },
  preparing: { label: 'Preparing', tone: 'violet' },
  ready: { label: 'Ready', tone: 'success' },
  picked_up: { label: 'Picked up', tone: 'neutral' },
}

type Step = { state: PreparationState; label: string }

/** What a kitchen does next, and what it takes back. */
export const nextStep: Partial<Record<PreparationState, Step>> = {
  new: { state: 'accepted', label: 'Accept' },
  accepted: { state: 'preparing', label: 'Start preparing' },
  preparing: { state: 'ready', label: 'Ready' },
  ready: { state: 'picked_up', label: 'Picked up' },
}

export const orderName = ({ number, reference }: Pick<KitchenOrder, 'number' | 'reference'>) =>
  reference ?? `#${number}`

/** Whether the kitchen still has something to do with it. */
export const isInKitchen = ({ state, status }: Pick<KitchenOrder, 'state' | 'status'>) =>
  state !== 'picked_up' && status !== 'delivered' && status !== 'failed'

/** The orders of a board by slot. Those without one come under the time at which they are ready. */
export function bySlot(orders: readonly KitchenOrder[]): { at: string; isSlot: boolean; orders: KitchenOrder[] }[] {
  const groups = Map.groupBy(orders, ({ slot_at, ready_at }) => slot_at ?? ready_at)
  return [...groups]
    .map(([at, own]) => ({ at, isSlot: own.some(({ slot_at }) => slot_at !== null), orders: own }))
    .toSorted((one, other) => one.at.localeCompare(other.at))
}
