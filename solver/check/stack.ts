import type { Job } from './jobs.ts'

/** Goods on board from one step of a route to another, by place. The depot comes before all, and the end after all. */
type Aboard = { from: number; to: number }

/**
 * The steps of a route that hand something over while other goods lie in front of it, each with the steps that put those there.
 * Goods that were loaded at the depot lie behind all others, in the order that suits.
 */
export function inFront(jobs: ReadonlyMap<string, Job>, names: readonly string[]): Map<string, string[]> {
  const goods = names.flatMap((name, i) => goodsOf(jobs, names, name, i))
  return new Map(
    names.map((name, i) => {
      const own = goods.filter(({ to }) => to === i)
      const later = goods.filter(({ from, to }) => own.some((each) => each.from < from && from < i && i < to))
      return [name, later.map(({ from }) => names[from]!)]
    }),
  )
}

function goodsOf(jobs: ReadonlyMap<string, Job>, names: readonly string[], name: string, i: number): Aboard[] {
  const { shipment, isDelivery, delivery, pickup } = jobs.get(name)!
  if (shipment !== undefined) {
    if (isDelivery) return []
    const to = names.findIndex((other) => jobs.get(other)!.shipment === shipment && jobs.get(other)!.isDelivery)
    return to < 0 ? [] : [{ from: i, to }]
  }
  const some = (amounts?: number[]) => amounts?.some((amount) => amount > 0) ?? false
  const isTaken = some(pickup) || (pickup !== undefined && delivery === undefined)
  const isBrought = some(delivery) || !isTaken
  return [...(isBrought ? [{ from: -1, to: i }] : []), ...(isTaken ? [{ from: i, to: Infinity }] : [])]
}
