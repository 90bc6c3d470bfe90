import type { Route, Stop } from '#domain/schema/plan.ts'
import type { NearStop } from '#domain/schema/position.ts'

export type ArrivalOffer = {
  stop: Stop
  since: string
  leftAt: string | null
  /** At a pickup on the way, only the driver says what happens: the delivery itself does not arrive there. */
  canConfirm: boolean
}

const onTheWay: readonly (string | null)[] = ['dispatched', 'in_transit']

/** What a driver's positions say of a stop that nobody has said anything of yet. */
export function offerOf(route: Pick<Route, 'stops'> | undefined, near: NearStop | null): ArrivalOffer | undefined {
  const stop = near && route?.stops.find(({ id }) => id === near.stop_id)
  if (!stop?.delivery_id) return undefined
  const { since, left_at: leftAt } = near!
  const isOpen = onTheWay.includes(stop.delivery_status) || (leftAt !== null && stop.delivery_status === 'arrived')
  if (!isOpen) return undefined
  return { stop, since, leftAt, canConfirm: stop.kind === 'delivery' }
}
