import { sql } from 'kysely'
import { makeDrivers } from './drivers.ts'
import type { Dispatcher } from './dispatchers.ts'
import { runApp } from './running-app.ts'
import { makeTrackedRoutes } from './tracked-routes.ts'

export type PlantedFleet = {
  /** Access tokens of drivers on shift. */
  drivers: string[]
  /** One for each dispatcher, spread over the workspaces. */
  dispatchers: Dispatcher[]
  /** The links of deliveries under way. */
  pages: { id: string; token: string }[]
  /** Where sockets are opened. */
  socketPath: string
}

type Many = { workspaces: number; drivers: number; dispatchers: number; pages: number }

/** Stops of a route that people follow. */
const pagesPerVan = 10

/**
 * Plants workspaces with drivers on shift, dispatchers, and deliveries that people follow, through a server of its own that
 * ends with it.
 * @param settings where the others' database is
 */
export async function plantFleet(settings: Record<string, string>, many: Many): Promise<PlantedFleet> {
  const app = await runApp('/nowhere', settings)
  try {
    const planted: PlantedFleet = {
      drivers: [],
      dispatchers: [],
      pages: [],
      socketPath: `/realtime/v1/websocket?apikey=${app.deps.keys.publishableKey}&vsn=2.0.0`,
    }
    const byWorkspace: string[][] = []
    for (let n = 0; n < many.workspaces; n++) {
      const owner = await app.makeOwner()
      const of = (all: number) =>
        Math.floor((all * (n + 1)) / many.workspaces) - Math.floor((all * n) / many.workspaces)
      byWorkspace.push(await makeDrivers(app, owner.workspaceId, of(many.drivers)))
      const pages = Math.max(1, of(many.pages))
      const vans = Math.min(of(many.drivers), Math.ceil(pages / pagesPerVan))
      const links = await makeTrackedRoutes(app, owner, { pages, vans })
      planted.pages.push(...links.slice(0, of(many.pages)))
      const person = { workspaceId: owner.workspaceId, token: owner.token, deliveryId: links[0]!.id }
      for (let i = 0; i < of(many.dispatchers); i++) planted.dispatchers.push(person)
    }
    // Phones of all workspaces send in turns.
    const longest = Math.max(...byWorkspace.map((tokens) => tokens.length))
    for (let i = 0; i < longest; i++) planted.drivers.push(...byWorkspace.flatMap((tokens) => tokens[i] ?? []))
    await sql`select make_position_days(current_date - 1, current_date + 1)`.execute(app.deps.db)
    await app.settle()
    return planted
  } finally {
    await app.stop()
  }
}
