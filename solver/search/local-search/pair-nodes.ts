import type { PenalizedRoutes } from './routes/penalized-routes.ts'

/** The nodes around a job u and a node v near it: p, u, x, xx on route ru, and q, v, y on route rv, which may be the same. */
export type PairNodes = {
  readonly routes: PenalizedRoutes
  /** Stands for no job; nodes from here up are depots. */
  readonly none: number
  u: number
  p: number
  x: number
  xx: number
  ru: number
  v: number
  q: number
  y: number
  rv: number
  /** A move gains if it evaluates to less: the present penalties of both routes. */
  limit: number
}
