import { inWorkspace } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { sayEtas } from '../../events/etas.ts'
import { estimateRoutes, fitWorkspace, forgetFigures, tellSilence, type Estimated } from './commands.ts'
import { routesToEstimate, silenceToTell, workspacesToFit } from './queries.ts'

const estimateEverySeconds = 3
const silenceEverySeconds = 20
const fitEverySeconds = 600
/** So many routes are taken at a time, and so many of a workspace go into one transaction. */
const mostAtOnce = 200
const mostTogether = 10
/** What is older is not learned from any more. */
const keptDays = 90

type Needed = Pick<Deps, 'db' | 'bus' | 'now' | 'report'>

/** Follows drivers on the road: when they will be where, who is late or silent, and what is learned from it. */
export function workOnEtas(deps: Deps): void {
  const { db, now, queue } = deps
  queue.every(estimateEverySeconds, () => estimateDue(deps))
  queue.every(silenceEverySeconds, () => tellSilent(deps))
  queue.every(fitEverySeconds, async () => {
    for (const id of await workspacesToFit(db, now())) await fitWorkspace(db, id, now())
    await forgetFigures(db, now(), keptDays)
  })
}

/** Works out the routes that are due, until none is. */
export async function estimateDue(deps: Needed): Promise<void> {
  for (;;) {
    const due = await routesToEstimate(deps.db, deps.now(), mostAtOnce)
    for (const [workspaceId, routeIds] of due) await estimateWorkspace(deps, workspaceId, routeIds)
    if ([...due.values()].flat().length < mostAtOnce) return
  }
}

async function estimateWorkspace({ db, bus, now, report }: Needed, workspaceId: string, routeIds: string[]) {
  for (let from = 0; from < routeIds.length; from += mostTogether) {
    const some = routeIds.slice(from, from + mostTogether)
    const estimated = await again(() =>
      inWorkspace(db, workspaceId, (trx) => estimateRoutes(trx, workspaceId, some, now())),
    ).catch((error: unknown) => report(error, 'working out arrivals'))
    if (estimated) tell({ bus, now }, workspaceId, estimated)
  }
}

/** Live maps and tracking pages hear it. */
function tell({ bus, now }: Pick<Needed, 'bus' | 'now'>, workspaceId: string, estimated: Estimated[]): void {
  if (!estimated.length) return
  const routes = estimated.map(({ route_id, depot_id: depotId, etas }) => ({
    route_id,
    depotId,
    etas: etas.map(({ id, basis, p10, p50, p90 }) => ({
      stop_id: id,
      basis,
      p10_at: iso(p10),
      p50_at: iso(p50),
      p90_at: iso(p90),
    })),
  }))
  sayEtas(bus, { workspaceId, at: now().toISOString(), routes })
}

const iso = (at: number) => new Date(at).toISOString()

/** Tells of drivers from whom nothing comes any more, and of those who are back. */
export async function tellSilent({ db, now }: Pick<Needed, 'db' | 'now'>): Promise<void> {
  for (const each of await silenceToTell(db, now())) {
    await inWorkspace(db, each.workspace_id, (trx) => tellSilence(trx, each, now()))
  }
}
