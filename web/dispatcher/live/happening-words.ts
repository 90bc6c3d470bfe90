import type { About } from '#domain/events/happening.ts'
import { boardPath } from '../planning/board-path.ts'

/** Where to look at what a happening is about. */
export function pathOf({ delivery_id, plan, driver_id }: About): string | undefined {
  if (delivery_id) return `/dashboard/deliveries?delivery=${delivery_id}`
  if (plan) return boardPath(plan.day, { plan: plan.id })
  return driver_id ? `/dashboard/live?driver=${driver_id}` : undefined
}
