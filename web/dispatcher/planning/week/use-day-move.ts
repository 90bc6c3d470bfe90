import { useState } from 'react'
import type { Delivery } from '#domain/schema/delivery.ts'
import { noFilter } from '../../deliveries/deliveries-address.ts'
import { useDeliveryActions } from '../../deliveries/use-delivery-actions.ts'

/** Moves orders to other days, and remembers which are selected. */
export function useDayMove(depot: string) {
  const { changeMany } = useDeliveryActions()
  const [selected, setSelected] = useState<ReadonlyMap<string, Delivery>>(new Map())
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  /** While they move, they are dimmed. What was moved is no longer selected. */
  const move = async (rows: readonly Delivery[], to: string) => {
    const moving = rows.filter(({ scheduled_date }) => scheduled_date !== to)
    if (moving.length === 0) return
    setBusy(new Set(moving.map(({ id }) => id)))
    const isMoved = await changeMany({ rows: moving }, { scheduled_date: to })
    setBusy(new Set())
    if (isMoved) setSelected(new Map())
  }
  const moveAll = async (day: string, to: string) => {
    const filter = { ...noFilter, statuses: ['pending' as const], span: { from: day, to: day }, depot }
    await changeMany({ filter }, { scheduled_date: to })
  }
  /** Makes these the selected ones among the orders of a day. */
  const select = (orders: readonly Delivery[], ids: ReadonlySet<string>) =>
    setSelected((now) => {
      const others = [...now].filter(([id]) => !orders.some((order) => order.id === id))
      return new Map([...others, ...orders.filter(({ id }) => ids.has(id)).map((order) => [order.id, order] as const)])
    })
  return { selected, busy, select, clear: () => setSelected(new Map()), move, moveAll }
}

export type DayMove = ReturnType<typeof useDayMove>
