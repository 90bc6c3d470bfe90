import type { DriverDay } from '#domain/schema/driver-day.ts'
import { dayWithEntries } from '../day/day-with-entries.ts'
import { routeChanges, withChanges, type RouteChange } from '../day/route-changes.ts'
import { dayIn } from '../day/stops.ts'
import { read, type Database } from '../store/database.ts'
import { openEntries } from '../store/log.ts'
import type { Reply } from './api.ts'

/** What the driver has to be told of the new day, with what is not read yet. */
export async function changesIn(
  db: Database,
  before: DriverDay,
  { body: after, sentAt }: Reply<DriverDay>,
): Promise<RouteChange[]> {
  const own = await openEntries(db)
  const said = own.map(({ entry }) => entry)
  const missing = own.filter(({ sent_at }) => (sent_at ?? Infinity) > sentAt).map(({ entry }) => entry)
  const today = dayIn(after.workspace.time_zone, Date.parse(after.now))
  const more = routeChanges(dayWithEntries(before, said), dayWithEntries(after, missing), said, today)
  return more.length > 0 ? withChanges((await read(db, 'changes')) ?? [], more) : []
}
