import type { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Past } from '#domain/rehearsal/past.ts'
import { together, type Tally } from '#domain/rehearsal/tally.ts'
import type { RehearsalProgress, RehearsalResult, RehearsedVariant } from '#domain/schema/rehearsal.ts'
import { withTravel } from '#domain/travel/with-travel.ts'
import { inWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { planOf, RefusedError } from '../../engine/answer.ts'
import { rehearse } from '../../queue/tasks.ts'
import type { PlanToChange } from '../changeable-plans/queries.ts'
import { measureTravel } from '../travel/commands.ts'
import { beginRehearsal, endRehearsal, noteProgress } from './commands.ts'
import { readPast, readRehearsedPlan, usualOrders } from './queries.ts'
import {
  asPlanned,
  asSolved,
  changedProblem,
  cutOffOf,
  rehearsalBell,
  sourcesOf,
  toVariant,
  withoutPlan,
  type Change,
  type Variant,
} from './rules.ts'

const progressEveryMs = 500
/** So many stops are drawn at once, which takes a tenth of a second or less. */
const stopsAtOnce = 50_000
/** A search that ends by this and not by its time limit gives the same plan each time. */
const iterationLimit = 20_000
const notRehearsed = 'The day could not be rehearsed. If this keeps happening, tell the operator of the server.'

type Payload = z.output<typeof rehearse.payload>
type Asked = NonNullable<Awaited<ReturnType<typeof beginRehearsal>>>

/** Rehearses, one day at a time on this server. */
export async function workOnRehearsals(deps: Deps): Promise<void> {
  await deps.queue.work(rehearse, 1, (payload, context) => runRehearsal(deps, payload, context))
}

/** Rehearses a day to its end, unless somebody cancels it. Another attempt begins anew. */
export async function runRehearsal(
  deps: Deps,
  { workspaceId, rehearsalId }: Payload,
  { signal, lastAttempt }: { signal: AbortSignal; lastAttempt: boolean },
): Promise<void> {
  const { now } = deps
  const write = <T>(work: (trx: Trx) => Promise<T>) => inWorkspace(deps.db, workspaceId, work)
  const fail = (failure: string) => write((trx) => endRehearsal(trx, workspaceId, rehearsalId, { failure }, now()))
  const asked = await write((trx) => beginRehearsal(trx, workspaceId, rehearsalId, now()))
  if (!asked) return
  const watching = watch(deps, workspaceId, rehearsalId)
  try {
    const abandon = AbortSignal.any([signal, watching.unwanted])
    const result = await rehearseDay(deps, workspaceId, asked, { abandon, tell: watching.tell })
    await write((trx) => endRehearsal(trx, workspaceId, rehearsalId, { result }, now()))
  } catch (error) {
    if (watching.unwanted.aborted) return
    if (error instanceof AppError) return await fail(error.message)
    if (lastAttempt && !signal.aborted) await fail(notRehearsed)
    throw error
  } finally {
    await watching.end()
  }
}

/** Writes progress down, and notices when nobody wants the rehearsal any more. */
function watch(deps: Deps, workspaceId: string, id: string) {
  const done = new AbortController()
  const unwanted = new AbortController()
  let progress: RehearsalProgress = { share: 0, doing: 'Reading the past' }
  const look = async () => {
    while (!done.signal.aborted && !unwanted.signal.aborted) {
      await deps.bell.heard(rehearsalBell(id), progressEveryMs, done.signal)
      if (done.signal.aborted) return
      const isWanted = await inWorkspace(deps.db, workspaceId, (trx) =>
        noteProgress(trx, workspaceId, id, progress, deps.now()),
      )
      if (!isWanted) unwanted.abort(new Error('Nobody wants this rehearsal any more.'))
    }
  }
  const looking = look().catch((error: unknown) => unwanted.abort(error))
  return {
    unwanted: unwanted.signal,
    tell: (next: RehearsalProgress) => void (progress = next),
    end: () => (done.abort(), looking),
  }
}

type Run = { abandon: AbortSignal; tell: (progress: RehearsalProgress) => void }

/** Draws the plan as it is, and each what-if after it was planned. */
async function rehearseDay(deps: Deps, workspaceId: string, asked: Asked, run: Run): Promise<RehearsalResult> {
  const { read, past } = await inWorkspace(deps.db, workspaceId, async (trx) => {
    const plan = await readRehearsedPlan(trx, workspaceId, asked.plan_id, deps.now())
    return { read: plan, past: await readPast(trx, workspaceId, plan.settings.time_zone, deps.now()) }
  })
  const names = [{ name: 'As planned', change: null }, ...asked.what_ifs]
  const variants: RehearsedVariant[] = []
  let drawnMs = 0
  for (const [index, named] of names.entries()) {
    const tell = (share: number, doing: string) =>
      run.tell({ share: (index + share) / names.length, doing: `${named.name}: ${doing}` })
    tell(0, 'planning')
    const variant = named.change
      ? await planChange(deps, workspaceId, read, asked, named.change, run.abandon)
      : asPlanned(read)
    if (!variant) {
      variants.push(withoutPlan(named, 'Nobody is left to drive, or nothing to deliver.'))
      continue
    }
    const began = performance.now()
    const tally = await drawAll(deps, workspaceId, { variant, past, asked, abandon: run.abandon, tell })
    drawnMs += performance.now() - began
    variants.push(toVariant(named, variant, tally))
  }
  return { variants, drawn_from: sourcesOf(past), drawn_milliseconds: Math.round(drawnMs) }
}

/** Plans the day with a change. Undefined if there is nothing to plan. */
async function planChange(
  deps: Deps,
  workspaceId: string,
  read: PlanToChange,
  { seed, time_limit_seconds: timeLimitSeconds }: Asked,
  asked: NonNullable<RehearsedVariant['change']>,
  abandon: AbortSignal,
): Promise<Variant | undefined> {
  const { time_zone: zone } = read.settings
  const minutes = asked.cut_off_later_minutes
  const ordersUntilCutOff = minutes
    ? await inWorkspace(deps.db, workspaceId, (trx) =>
        usualOrders(trx, workspaceId, { cutOff: cutOffOf(read), minutes, zone }),
      )
    : 0
  const change: Change = { ...asked, seed, ordersUntilCutOff }
  const planned = changedProblem(read, change)
  const { problem } = planned
  if (!problem.vehicles.length || !planned.deliveries.size) return undefined
  const { tables } = await measureTravel(deps, workspaceId, { problem, settings: read.settings }, abandon)
  const timed = withTravel(planned, tables)
  const request = { problem: timed.problem, timeLimitSeconds, iterationLimit, untilSettled: true, seed }
  try {
    return asSolved(read, timed, planOf(await deps.engine.solve(request, { abandon })), change)
  } catch (error) {
    if (error instanceof RefusedError) throw new AppError('problem_unusable', { detail: error.message })
    throw error
  }
}

type Drawing = {
  variant: Variant
  past: Past
  asked: Asked
  abandon: AbortSignal
  tell: (share: number, doing: string) => void
}

/** Draws all days in parts, so that others get their turn and a cancellation is heard. */
async function drawAll(
  { engine }: Deps,
  workspaceId: string,
  { variant: { day }, past, asked: { days, seed }, abandon, tell }: Drawing,
): Promise<Tally> {
  const stops = day.routes.reduce((sum, route) => sum + route.stops.length, 0)
  const atOnce = Math.max(1, Math.floor(stopsAtOnce / Math.max(1, stops)))
  const parts: Tally[] = []
  for (let from = 0; from < days; from += atOnce) {
    abandon.throwIfAborted()
    tell(0.5 + from / days / 2, `day ${from + 1} of ${days}`)
    const count = Math.min(atOnce, days - from)
    parts.push((await engine.rehearse({ day, past, seed, from, count }, workspaceId)).tally)
  }
  return together(parts as [Tally, ...Tally[]])
}
