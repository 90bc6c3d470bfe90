import type { ColumnType, Generated } from 'kysely'
import type { TimestampOrNull } from './columns.ts'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

/** How a route reached its driver. */
export type RouteHandoverTable = {
  /** The route. */
  id: string
  workspace_id: string
  plan_id: string
  /** The stops that the driver has seen, in their order, as a hash. */
  had_stops: OrNull<string>
  given_at: TimestampOrNull
  given_by: OrNull<string>
  mailed_at: TimestampOrNull
  opened_at: TimestampOrNull
  seen_at: TimestampOrNull
  /** What the link's token is made of. */
  link_id: OrNull<string>
  link_hash: OrNull<Buffer>
  link_expires_at: TimestampOrNull
  version: Generated<number>
}
