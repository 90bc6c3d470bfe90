import type { Json } from '#domain/chain/canonical-json.ts'
import type { Insertable } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { EntriesTaken } from '#domain/api/road.ts'
import { deviceReference } from '#domain/road/device-reference.ts'
import { happenedAt } from '#domain/road/happened.ts'
import type { EntryResult, Fix, RoadData, RoadKind, SentEntry } from '#domain/road/entry.ts'
import type { OutcomeCode } from '#domain/road/outcomes.ts'
import type { RoadSettings } from '#domain/schema/road-settings.ts'
import type { Trx } from '../../db/connect.ts'
import { isPassing } from '../../db/passing.ts'
import type { Quotas } from '../../db/quotas.ts'
import { lockWorkspace } from '../../db/workspace.ts'
import type { RoadEntryTable } from '../../db/tables/road.ts'
import type { Author } from '../../events/append.ts'
import { raiseAlert, settleAlert, type AlertDraft } from '../alerts/commands.ts'
import { lockDeliveries } from '../deliveries/queries.ts'
import { openKey } from '../devices/queries.ts'
import { readRoadSettings } from '../road-settings/queries.ts'
import {
  deliveriesBehind,
  erasedAmong,
  findOwner,
  isHeld,
  lockLogs,
  readDevice,
  readDriver,
  readHeld,
  readTaken,
  resultOf,
  shiftsBetween,
  type LogOwner,
} from './queries.ts'
import {
  checkLog,
  codeOfRefusal,
  deliveriesAbout,
  deliveriesOf,
  pointerOf,
  readEntry,
  type ReadEntry,
} from './rules.ts'

/** What became of an entry, as its handler says; plainly applied if it says nothing. */
export type Handled =
  | { outcome: EntryResult['outcome']; code: OutcomeCode; before?: object }
  | { before: object }
  | void

/** What a handler of entries works with. */
export type RoadWork = {
  trx: Trx
  /** The driver, as the author of what they did. */
  author: Author
  driver: { id: string; name: string; user_id: string | null }
  deviceId: string
  /** The entry as it was sent, and as histories name it. */
  sent: SentEntry
  reference: Record<string, Json>
  entry: { id: string; sequence: number; kind: RoadKind; happenedAt: Date; fix: Fix | null }
  settings: RoadSettings
  /** Whether the workspace is locked, so that plans may be changed. Throw `NeedsPlan` if it is not and has to be. */
  withPlan: boolean
  newId: () => string
  quotas: Quotas
  now: Date
}

/**
 * Does what a driver did. It looks first and writes then, and reaches for nothing outside of its transaction. The `before`
 * that it returns is stored, for whoever undoes the entry.
 */
export type RoadHandler<Kind extends RoadKind> = (work: RoadWork, data: RoadData[Kind]) => Promise<Handled>

/** Handlers by the kind of entry. Each belongs to the feature that it changes. */
export type RoadHandlers = { [Kind in RoadKind]: RoadHandler<Kind> }

/** Kinds that change plans, and so begin by locking the workspace. */
const changesPlans: readonly RoadKind[] = ['reordered', 'skipped', 'stop_added', 'handed_over', 'taken_over']

/** Kinds that look at earlier entries, which are stored by then. All others are stored together. */
const looksBack: readonly string[] = ['undone', 'handed_over', 'taken_over'] satisfies RoadKind[]

/** Thrown by a handler that found only now that it has to change a plan. */
export class NeedsPlan extends Error {}

/** Whose log it is, and who says so. Without a sign-in, nothing applies before a dispatcher accepts it. */
type Owner = LogOwner & { author: Author; isSignedOut?: boolean }

export type Intake = {
  handlers: RoadHandlers
  /** A transaction of the workspace, as Karta itself: drivers write nothing themselves. */
  inTransaction: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>
  now: () => Date
  newId: () => string
  limits: Quotas['limits']
  report: (error: unknown, what: string) => void
}

/** How many entries share a transaction at most. */
const mostAtOnce = 100

/**
 * Takes a batch of a phone's log: each entry once, in order, and what it does together with it. Entries that were taken
 * before are answered as they were then. If one fails unexpectedly, those before it stay.
 * @throws AppError `device_not_found`, `entry_gap`, `entry_not_genuine`, `no_driver_record`
 */
export async function takeEntries(
  intake: Intake,
  owner: Owner,
  deviceId: string,
  sent: SentEntry[],
): Promise<EntriesTaken> {
  const { inTransaction } = intake
  const ids = sent.map(({ id }) => id)
  const { device, taken } = await inTransaction(async (trx) => ({
    device: await readDevice(trx, owner, deviceId),
    taken: await readTaken(trx, owner, ids),
  }))
  const known = new Set(taken.filter((each) => each.device_id === deviceId).map(nameOf))
  const fresh = [...new Map(sent.map((entry) => [nameOf(entry), entry])).values()]
    .filter((entry) => !known.has(nameOf(entry)))
    .toSorted((a, b) => a.sequence - b.sequence)
  checkLog(openKey(device.public_key), deviceId, device, fresh)
  await takeAll(intake, owner, deviceId, fresh.map(readEntry))
  return inTransaction(async (trx) => {
    const results = new Map(
      (await readTaken(trx, owner, ids))
        .filter((each) => each.device_id === deviceId)
        .map((each) => [nameOf(each), each]),
    )
    const { last_sequence, last_hash } = await readDevice(trx, owner, deviceId)
    return {
      results: sent.map((entry) => resultOf(results.get(nameOf(entry))!)),
      next_sequence: last_sequence + 1,
      last_hash,
      now: intake.now().toISOString(),
    }
  })
}

/** An id that came twice names two entries, and a place in the log that came twice is no log. */
const nameOf = ({ id, hash }: Pick<SentEntry, 'id' | 'hash'>) => `${id} ${hash}`

/** What is known already about the only entry of a run: that it cannot be done. */
type Verdict = { outcome: 'refused' | 'kept'; code: OutcomeCode }
type Run = { entries: ReadEntry[]; withPlan: boolean; verdict?: Verdict }

/** An entry of a run could not be done, so the transaction of the run was rolled back. */
class Stumble extends Error {
  readonly place: number
  constructor(place: number, cause: unknown) {
    super('an entry could not be done', { cause })
    this.place = place
  }
}

/**
 * Runs of entries share a transaction. One that changes a plan, or cannot be done, gets its own, so that all before it is
 * kept and nothing of it is.
 */
async function takeAll(intake: Intake, owner: Owner, deviceId: string, entries: ReadEntry[]): Promise<void> {
  let left = entries
  let next: Run | undefined
  while (left.length) {
    const run: Run = next ?? nextRun(left)
    try {
      const now = intake.now()
      await intake.inTransaction((trx) => takeRun(trx, intake, { owner, deviceId, run, now }))
      left = left.slice(run.entries.length)
      next = undefined
    } catch (error) {
      if (!(error instanceof Stumble)) throw error
      next = runAfter(intake, run, error)
    }
  }
}

const isPlanned = ({ read }: ReadEntry) => 'kind' in read && changesPlans.includes(read.kind)

function nextRun(left: ReadEntry[]): Run {
  if (isPlanned(left[0]!)) return { entries: left.slice(0, 1), withPlan: true }
  const end = left.findIndex(isPlanned)
  return { entries: left.slice(0, Math.min(end < 0 ? left.length : end, mostAtOnce)), withPlan: false }
}

/** What to try instead of a run that stumbled. */
function runAfter(intake: Intake, { entries, withPlan }: Run, { place, cause }: Stumble): Run {
  if (place > 0) return { entries: entries.slice(0, place), withPlan: false }
  const only = entries.slice(0, 1)
  if (cause instanceof NeedsPlan && !withPlan) return { entries: only, withPlan: true }
  if (cause instanceof AppError) {
    return { entries: only, withPlan, verdict: { outcome: 'refused', code: codeOfRefusal(cause) } }
  }
  intake.report(cause, `An entry of a driver's phone (${only[0]!.sent.kind}) could not be applied`)
  return { entries: only, withPlan, verdict: { outcome: 'kept', code: 'server_failed' } }
}

type Taking = { owner: Owner; deviceId: string; run: Run; now: Date }

/** @throws Stumble if a handler refuses or fails */
async function takeRun(trx: Trx, intake: Intake, { owner, deviceId, run, now }: Taking): Promise<void> {
  const { workspaceId, driverId } = owner
  await lockLogs(trx, owner)
  const device = await readDevice(trx, owner, deviceId)
  // Another call with the same entries may have been faster.
  const entries = run.entries.filter(({ sent }) => sent.sequence > device.last_sequence)
  if (!entries.length) return
  checkNext(device, entries[0]!.sent)
  const driver = await readDriver(trx, owner)
  const settings = await readRoadSettings(trx, workspaceId)
  const elsewhere = new Set(
    (
      await readTaken(
        trx,
        owner,
        entries.map(({ sent }) => sent.id),
      )
    ).map(({ id }) => id),
  )
  const pointers = entries.map(pointerOf)
  const behind = await deliveriesBehind(trx, workspaceId, {
    stopIds: pointers.flatMap(({ stop }) => stop ?? []),
    entryIds: pointers.flatMap(({ entry }) => entry ?? []),
  })
  const about = deliveriesAbout(entries, behind)
  const concerned = new Set([...entries.flatMap(deliveriesOf), ...[...about.values()].flatMap((id) => id ?? [])])
  if (run.withPlan) await lockWorkspace(trx, workspaceId)
  else await lockDeliveries(trx, workspaceId, { ids: [...concerned] })
  const erased = await erasedAmong(trx, workspaceId, [...concerned])
  const holds = whyHeld(owner, device)
  let rows: Insertable<RoadEntryTable>[] = []
  const store = async () => {
    if (rows.length) {
      const kept = await withoutPlacesOffShift(trx, owner, rows, now)
      await trx.insertInto('road_entries').values(kept).execute()
    }
    rows = []
  }
  let previous = device.last_happened_at === null ? null : new Date(device.last_happened_at)
  for (const [place, entry] of entries.entries()) {
    const { sent, read } = entry
    const happened = happenedAt(sent, previous, now)
    previous = happened
    if (looksBack.includes(sent.kind)) await store()
    const verdict: Handled =
      run.verdict ??
      (elsewhere.has(sent.id)
        ? { outcome: 'kept', code: 'already_received' }
        : holds
          ? { outcome: 'kept', code: holds }
          : 'code' in read
            ? { outcome: 'refused', code: read.code }
            : await handle(
                intake.handlers,
                read,
                workOf(intake, { trx, author: { ...owner.author, name: driver.name }, driver, settings, now }, entry, {
                  happened,
                  withPlan: run.withPlan,
                }),
              ).catch((error: unknown) => {
                if (isPassing(error)) throw error
                throw new Stumble(place, error)
              }))
    const told = verdict && 'outcome' in verdict ? verdict : undefined
    const isErased = told?.code === 'was_erased' || erased.has(about.get(sent.id) ?? '')
    rows.push({
      workspace_id: workspaceId,
      device_id: deviceId,
      sequence: sent.sequence,
      id: sent.id,
      driver_id: driverId,
      kind: sent.kind,
      at: sent.at,
      clock_offset_ms: sent.clock_offset_ms,
      happened_at: happened,
      received_at: now,
      ...(isErased ? { fix: null, data: null, erased_at: now } : saidIn(sent)),
      previous_hash: sent.previous_hash,
      hash: sent.hash,
      signature: sent.signature,
      outcome: told?.outcome ?? 'applied',
      code: told?.code ?? null,
      held: holds !== undefined && told?.code === holds,
      delivery_id: about.get(sent.id) ?? null,
      before: verdict?.before ? JSON.stringify(verdict.before) : null,
    })
  }
  await store()
  if (holds) await raiseAlert(trx, workspaceId, heldAlert(driver, deviceId), now)
  const { sequence, hash } = entries.at(-1)!.sent
  await trx
    .updateTable('driver_devices')
    .set({ last_sequence: sequence, last_hash: hash, last_happened_at: previous, last_seen_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', deviceId)
    .execute()
}

/** Nothing keeps where a driver was outside of a shift. What waits for a decision stays as it was sent until then. */
async function withoutPlacesOffShift(
  trx: Trx,
  owner: Owner,
  rows: Insertable<RoadEntryTable>[],
  now: Date,
): Promise<Insertable<RoadEntryTable>[]> {
  const placed = rows.filter(({ fix, held }) => fix && !held)
  if (!placed.length) return rows
  const moments = placed.map(({ happened_at }) => new Date(happened_at).getTime())
  const shifts = await shiftsBetween(trx, owner, new Date(Math.min(...moments)), new Date(Math.max(...moments)))
  const isOnShift = (at: number) =>
    shifts.some(({ from, to }) => Date.parse(from) <= at && (to === null || at <= Date.parse(to)))
  return rows.map((row) =>
    !row.fix || row.held || isOnShift(new Date(row.happened_at).getTime())
      ? row
      : { ...row, fix: null, fix_removed_at: now },
  )
}

const saidIn = ({ fix, data }: SentEntry) => ({ fix: fix && JSON.stringify(fix), data: JSON.stringify(data) })

function whyHeld({ isSignedOut }: Owner, { revoked_at }: { revoked_at: string | null }): OutcomeCode | undefined {
  if (revoked_at !== null) return 'device_revoked'
  return isSignedOut ? 'handed_in' : undefined
}

const heldKey = (deviceId: string) => `held_work:${deviceId}`

function heldAlert({ id, name }: { id: string; name: string }, deviceId: string): AlertDraft {
  const sentence = `A phone of ${name} that may no longer do so sent work. Accept or discard it.`
  return { kind: 'held_work', severity: 'medium', key: heldKey(deviceId), sentence, driver_id: id }
}

type Surroundings = Pick<RoadWork, 'trx' | 'author' | 'driver' | 'settings' | 'now'>

function workOf(
  { newId, limits }: Intake,
  around: Surroundings,
  { sent }: ReadEntry,
  { happened, withPlan }: { happened: Date; withPlan: boolean },
): RoadWork {
  const { id, sequence, kind, fix } = sent
  return {
    ...around,
    deviceId: sent.device_id,
    sent,
    reference: deviceReference(sent, happened),
    entry: { id, sequence, kind: kind as RoadKind, happenedAt: happened, fix },
    withPlan,
    newId,
    quotas: { limits, now: around.now },
  }
}

function checkNext({ last_sequence }: { last_sequence: number }, { sequence }: SentEntry): void {
  if (sequence > last_sequence + 1) throw new AppError('entry_gap', { next_sequence: last_sequence + 1 })
}

async function handle(
  handlers: RoadHandlers,
  { kind, data }: { kind: RoadKind; data: RoadData[RoadKind] },
  work: RoadWork,
): Promise<Handled> {
  const handler = handlers[kind] as RoadHandler<RoadKind>
  return handler(work, data)
}

/** So many entries of a phone wait for a decision at most. */
const mostHeld = 5000

/**
 * Takes what a phone hands in that cannot sign in any more. All of it waits for a dispatcher.
 * @throws AppError as `takeEntries` does, and `too_many_held`
 */
export async function handInLog(
  intake: Intake,
  workspaceId: string,
  deviceId: string,
  sent: SentEntry[],
): Promise<EntriesTaken> {
  const owner = await intake.inTransaction((trx) => findOwner(trx, workspaceId, deviceId))
  if (owner.held + sent.length > mostHeld) throw new AppError('too_many_held')
  const author: Author = { workspaceId, userId: null, name: owner.driver_name }
  return takeEntries(intake, { workspaceId, driverId: owner.driver_id, author, isSignedOut: true }, deviceId, sent)
}

/**
 * Accepts what a revoked phone sent, in its order, as if it had come in time; or discards it.
 * @throws AppError `device_not_found`
 */
export async function settleHeld(
  intake: Intake,
  author: Author,
  deviceId: string,
  accept: boolean,
): Promise<EntryResult[]> {
  const { workspaceId } = author
  const { owner, held } = await intake.inTransaction(async (trx) => {
    const { driver_id: driverId } = await findOwner(trx, workspaceId, deviceId)
    return { owner: { workspaceId, driverId, author }, held: await readHeld(trx, workspaceId, deviceId) }
  })
  const results: EntryResult[] = []
  for (const { sent, happened_at } of held) {
    const entry = readEntry(sent)
    let run: Run | undefined = { entries: [entry], withPlan: isPlanned(entry) }
    if (!accept) run.verdict = { outcome: 'kept', code: 'discarded' }
    while (run) {
      const current: Run = run
      const happened = new Date(happened_at)
      try {
        const settled = await intake.inTransaction((trx) => settleOne(trx, intake, { owner, run: current, happened }))
        if (settled) results.push(settled)
        run = undefined
      } catch (error) {
        if (!(error instanceof Stumble)) throw error
        run = runAfter(intake, current, error)
      }
    }
  }
  await intake.inTransaction(async (trx) => {
    // So that nothing arrives in between.
    await lockLogs(trx, owner)
    if (!(await readHeld(trx, workspaceId, deviceId)).length) {
      await settleAlert(trx, workspaceId, heldKey(deviceId), intake.now())
    }
  })
  return results
}

/** @throws Stumble if a handler refuses or fails */
async function settleOne(
  trx: Trx,
  intake: Intake,
  { owner, run, happened }: { owner: Owner; run: Run; happened: Date },
): Promise<EntryResult | undefined> {
  const { workspaceId, author } = owner
  const [entry] = run.entries as [ReadEntry]
  const { sent, read } = entry
  await lockLogs(trx, owner)
  if (!(await isHeld(trx, workspaceId, sent))) return undefined
  if (run.withPlan) await lockWorkspace(trx, workspaceId)
  else await lockDeliveries(trx, workspaceId, { ids: deliveriesOf(entry) })
  const around = {
    trx,
    author,
    driver: await readDriver(trx, owner),
    settings: await readRoadSettings(trx, workspaceId),
    now: intake.now(),
  }
  const verdict: Handled =
    run.verdict ??
    ('code' in read
      ? { outcome: 'refused', code: read.code }
      : await handle(intake.handlers, read, workOf(intake, around, entry, { happened, withPlan: run.withPlan })).catch(
          (error: unknown) => {
            if (isPassing(error)) throw error
            throw new Stumble(0, error)
          },
        ))
  const told = verdict && 'outcome' in verdict ? verdict : undefined
  const outcome = told?.outcome ?? 'applied'
  const code = told?.code ?? null
  const before = verdict?.before ? JSON.stringify(verdict.before) : null
  await trx
    .updateTable('road_entries')
    .set({ held: false, outcome, code, before })
    .where('workspace_id', '=', workspaceId)
    .where('device_id', '=', sent.device_id)
    .where('sequence', '=', sent.sequence)
    .execute()
  return resultOf({ id: sent.id, outcome, code })
}
