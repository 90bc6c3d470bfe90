import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Sandbox } from '#domain/schema/sandbox.ts'
import { setWorkspace, type Trx } from '../../db/connect.ts'
import type { Quotas } from '../../db/quotas.ts'
import { isSandbox, lockWorkspace } from '../../db/workspace.ts'
import { appendEvents, type Author, type EventDraft } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { loadSampleData } from '../sample-data/commands.ts'
import { workspaceColumns } from '../workspace/queries.ts'
import { readSandbox } from './queries.ts'

/**
 * The sandbox of the actor's workspace: a workspace of sample data in which test keys work. It is made if there is none.
 * @throws AppError `sandbox_inside` in a sandbox, which has none of its own
 */
export async function ensureSandbox(trx: Trx, actor: Actor, quotas: Quotas): Promise<Sandbox> {
  if (await isSandbox(trx, actor.workspaceId)) throw new AppError('sandbox_inside')
  // Two first test keys at once would each make one.
  await lockWorkspace(trx, actor.workspaceId)
  return (await readSandbox(trx)) ?? makeSandbox(trx, actor, quotas)
}

/**
 * Throws away everything in the sandbox and makes a new one. Test keys work in it from then on.
 * @throws AppError `sandbox_not_found`
 */
export async function resetSandbox(trx: Trx, actor: Actor, quotas: Quotas): Promise<Sandbox> {
  await lockWorkspace(trx, actor.workspaceId)
  const { rows } = await sql<{ deleted: boolean }>`select delete_sandbox() as deleted`.execute(trx)
  if (!rows[0]!.deleted) throw new AppError('sandbox_not_found')
  return makeSandbox(trx, actor, quotas)
}

async function makeSandbox(trx: Trx, actor: Actor, quotas: Quotas): Promise<Sandbox> {
  const { now } = quotas
  const parent = await trx
    .selectFrom('workspaces')
    .select(['name', 'tier', 'time_zone', 'language', 'currency', 'service_minutes', 'speed_kmh', 'fuel_l_per_km'])
    .where('id', '=', actor.workspaceId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(trx)
  const { id } = rows[0]!
  await inOther(trx, actor, id, async () => {
    const data = await trx
      .insertInto('workspaces')
      .values({
        ...parent,
        id,
        name: `Sandbox of ${parent.name}`.slice(0, 100),
        sandbox_of: actor.workspaceId,
        // What it may do follows from the tier.
        trial_ends_at: now,
        created_at: now,
      })
      .returning(workspaceColumns)
      .executeTakeFirstOrThrow()
    const author = { ...actor, workspaceId: id }
    await appendEvents(trx, author, [{ type: 'workspace.created', id, data }], now)
    await loadSampleData(trx, { ...author, role: 'owner', driverId: null, depotIds: null }, quotas)
  })
  return { id, created_at: now.toISOString() }
}

/** Tells the sandbox, too, that a test key changed: whoever listens there with it has to be asked again. */
export async function tellSandbox(trx: Trx, author: Author, drafts: EventDraft[], now: Date): Promise<void> {
  const sandbox = await readSandbox(trx)
  if (!sandbox) return
  await inOther(trx, author, sandbox.id, () => appendEvents(trx, { ...author, workspaceId: sandbox.id }, drafts, now))
}

/** Runs `work` in the sandbox, as Karta itself, and goes back as whoever the transaction worked for. */
async function inOther(trx: Trx, { workspaceId }: Author, id: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<Record<(typeof settings)[number], string>>`
    select ${sql.join(settings.map((name) => sql`coalesce(current_setting(${`karta.${name}`}, true), '') as ${sql.ref(name)}`))}`.execute(
    trx,
  )
  await setWorkspace(trx, id)
  await work()
  await setWorkspace(trx, workspaceId)
  const back = settings.map((name) => sql`set_config(${`karta.${name}`}, ${rows[0]![name]}, true)`)
  await sql`select ${sql.join(back)}`.execute(trx)
}

const settings = ['role', 'person', 'driver', 'depots'] as const
