import { goodsOn, type Places } from './goods.ts'
import type { Job } from './jobs.ts'

/**
 * The steps of a route that hand something over while other goods lie in front of it, each with the steps that put those there.
 * Goods that were loaded at the depot lie behind all others, in the order that suits.
 */
export function inFront(jobs: ReadonlyMap<string, Job>, places: Places): Map<string, string[]> {
  const goods = goodsOn(jobs, places)
  return new Map(
    goods.map((own) => {
      const later = goods.filter(({ from, to }) => own.from < from && from < own.to && own.to < to)
      return [places[own.to] ?? '', later.map(({ name }) => name)]
    }),
  )
}
