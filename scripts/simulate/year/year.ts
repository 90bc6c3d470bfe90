import { sql } from 'kysely'
import { dayAfter, dayOf, instantOf } from '#domain/time.ts'
import { readConfig, type Config } from '#server/config.ts'
import { appRole } from '#server/db/app-role.ts'
import { inWorkspace, openDb, openPool, type Db, type Trx, type Within } from '#server/db/connect.ts'
import { systemClock } from '#server/deps.ts'
import { changeDriver } from '#server/features/drivers/commands.ts'
import { creditInvoice, makeInvoices, priceCharges } from '#server/features/client-billing/commands.ts'
import { fitWorkspace } from '#server/features/etas/commands.ts'
import { addUpDay, keepUp } from '#server/features/figure-keeping/commands.ts'
import { asKarta, setTier } from '#server/features/tiers/commands.ts'
import type { Actor } from '#server/http/callers/actor.ts'
import { anySeen } from '#server/http/if-match.ts'
import { say, withDatabase } from '../../with-database.ts'
import type { Api } from '../api.ts'
import { makeDoors, zone } from './city.ts'
import { makeDay } from './day.ts'
import { clientNames, crews, makeFleet, takeover, vehicles } from './fleet.ts'
import { simulatedPhone } from './phone.ts'
import { vehicleOn, writeFleetDay } from './workshop.ts'
import { asOwner, openAgain, rowOf, writeDay, type Again, type Kept } from './write-day.ts'

export type YearSettings = { days: number; deliveries: number; seed: number; until: string | undefined }

type State = Kept & { sinceFull: number[]; from: string; until: string; settings: YearSettings }

/** Fills the empty workspace of whoever signed in with days that are over. */
export async function fillYear(api: Api, settings: YearSettings): Promise<void> {
  const me = await api.call<Me>('GET', '/v1/me')
  const config = readConfig()
  await withDatabase(config, async (url) => {
    const pool = openPool(url, { role: appRole, max: 2, onError: () => {} })
    try {
      await fill(openDb(pool), config, api, me, settings)
    } finally {
      await pool.end()
    }
  })
}

type Me = { user_id: string; workspace: { id: string; name: string } }

async function fill(db: Db, config: Config, api: Api, me: Me, settings: YearSettings): Promise<void> {
  const { id: workspaceId } = me.workspace
  const until = settings.until ?? dayAfter(dayOf(systemClock(), zone), -1)
  const from = dayAfter(until, 1 - settings.days)
  const actor = { userId: me.user_id, name: 'Simulator', email: '', workspaceId, role: 'owner', aal: null, isApiKey: false, driverId: null, depotIds: null, clientId: null, scopes: null } satisfies Actor // prettier-ignore
  await inTurn(db, workspaceId, (trx) => beEmpty(trx, me))
  await api.call('PATCH', '/v1/workspace', { time_zone: zone, currency: 'IDR', start_time: '08:00', end_time: '18:00' })
  const doors = makeDoors(settings.seed)
  const beginning = instantOf(dayAfter(from, -1), '08:00', zone)
  const fleet = await inTurn(db, workspaceId, async (trx) => {
    await setTier(
      trx,
      asKarta(workspaceId),
      { tier: 'enterprise', licenses: null, account_manager: null },
      systemClock(),
    )
    // The workspace is as old as its first day, and always had its currency.
    await asOwner(trx, async () => {
      await sql`update workspaces set created_at = ${beginning} where id = ${workspaceId}`.execute(trx)
      await sql`delete from former_currencies where workspace_id = ${workspaceId}`.execute(trx)
    })
    return makeFleet(trx, actor, { from, until }, beginning)
  })
  const phones = crews.map(() => simulatedPhone())
  await inTurn(db, workspaceId, (trx) => registerPhones(trx, { workspaceId, fleet, phones, at: beginning }))
  const odometers = vehicles.map(({ drives }) => drives.startKm)
  const state: State = { workspaceId, actor, fleet, doors, limits: config.quotas, phones, odometers, sinceFull: vehicles.map(() => 0), from, until, settings } // prettier-ignore
  await makePositionDays(db, state)
  await fillDays(db, state)
  await finish(db, state)
  await orderAhead(api, state)
}

async function beEmpty(trx: Trx, { workspace: { id, name } }: Me): Promise<void> {
  for (const table of ['deliveries', 'vehicles'] as const) {
    const found = await trx.selectFrom(table).select('id').where('workspace_id', '=', id).limit(1).executeTakeFirst()
    if (found) throw new Error(`${name} has ${table} already. Choose another account with --email.`)
  }
}

type Phones = Pick<Kept, 'workspaceId' | 'fleet' | 'phones'> & { at: Date }

async function registerPhones(trx: Trx, { workspaceId, fleet, phones, at }: Phones): Promise<void> {
  const rows = phones.map(({ device }, crew) => ({
    workspace_id: workspaceId,
    id: device.id,
    driver_id: fleet.drivers[crew]!,
    name: device.name,
    platform: device.platform,
    public_key: JSON.stringify(device.public_key),
    registered_at: at,
  }))
  await asOwner(trx, () => trx.insertInto('driver_devices').values(rows).execute())
}

/** Positions of each day have a table of their own, which is forgotten as a whole. */
async function makePositionDays(db: Db, { workspaceId, from, until }: State): Promise<void> {
  const days = sql`select make_position_days(${dayAfter(from, -1)}::date, ${until}::date)`
  await inTurn(db, workspaceId, (trx) => asOwner(trx, () => days.execute(trx)))
}

/** Monday is 0. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

async function fillDays(db: Db, state: State): Promise<void> {
  const { workspaceId, settings, from, until } = state
  const { seed, days, deliveries } = settings
  const startedAt = performance.now()
  let again: Again[] = []
  let workday = 0
  for (let index = 0; index < days; index++) {
    const day = dayAfter(from, index)
    // Nobody works on Sundays, and few want something on Saturdays.
    const weekday = weekdayOf(day)
    if (weekday === 6) continue
    const last = crews.length - 1
    const isAfter = index >= days * takeover
    const working = crews.flatMap((crew, number) =>
      (number === last && !isAfter) || (number === last - 1 && isAfter)
        ? []
        : [{ ...crew, vehicle: vehicleOn(crew, workday), number }],
    )
    const grown = 0.9 + (0.2 * index) / Math.max(1, days - 1)
    const wanted = Math.round(deliveries * grown * (weekday === 5 ? 0.55 : 1) * seasonOf(day))
    const { orders, routes } = makeDay({
      seed,
      index,
      deliveries: wanted,
      doors: state.doors,
      crews: working,
      again: again.map(({ order }) => order),
      clients: clientNames.length,
    })
    // Of recent days, each step is a commit of its own, so that a replay shows when it was known.
    const isRecent = index > days - 15
    const alone: Within = (work) => inTurn(db, workspaceId, work)
    const whole = async (within: Within) => {
      const failed = await writeDay(within, state, { day, seed, isRecent, orders, routes, again })
      await within((trx) => writeFleetDay(trx, state, { day, workday, seed, routes }))
      const next = dayAfter(day, weekday === 5 ? 2 : 1)
      // What fails on the last day stays as it is.
      if (next > until) return []
      await within((trx) => openAgain(trx, state, failed, day, next))
      return failed
    }
    again = await (isRecent ? whole(alone) : alone((trx) => whole((work) => work(trx))))
    if (isAfter && index - 1 < days * takeover) await handOver(db, state, day)
    if (day.endsWith('-02') || day.endsWith('-03')) await invoice(db, state, day)
    workday++
    if (workday % 25 === 0) say(`${day}: ${workday} days, ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
  say(`Wrote ${workday} days in ${Math.round((performance.now() - startedAt) / 1000)} s.`)
}

/** More before the holidays at the end of the year. */
const seasonOf = (day: string) => (day.slice(5, 7) === '12' ? 1.25 : day.slice(5, 7) === '02' ? 0.9 : 1)

/** The driver before leaves, and another one has the vehicle. */
async function handOver(db: Db, { workspaceId, actor, fleet }: State, day: string): Promise<void> {
  const now = instantOf(day, '05:00', zone)
  const [leaving, coming] = [fleet.drivers[crews.length - 2]!, fleet.drivers[crews.length - 1]!]
  await inTurn(db, workspaceId, async (trx) => {
    await changeDriver(trx, actor, leaving, { active: false, vehicle_id: null }, anySeen(), now)
    await changeDriver(trx, actor, coming, { vehicle_id: fleet.vehicles[crews.at(-1)!.vehicle]! }, anySeen(), now)
  })
}

/** Makes the invoices of the month before, once. */
async function invoice(db: Db, { workspaceId, actor, fleet, from }: State, day: string): Promise<void> {
  const month = dayAfter(day, -10).slice(0, 7)
  if (month < from.slice(0, 7)) return
  const now = instantOf(day, '09:00', zone)
  for (const [index, client] of fleet.clients.entries()) {
    await inTurn(db, workspaceId, async (trx) => {
      const made = await trx.selectFrom('client_invoices').select('id').where('client_id', '=', client).where('month', '=', month).executeTakeFirst() // prettier-ignore
      if (made) return
      while ((await priceCharges(trx, workspaceId, client)) > 0);
      const { data } = await makeInvoices(trx, actor, client, month, now)
      if (index > 0 || !month.endsWith('3')) return
      const charges = await trx
        .selectFrom('client_charges')
        .select('id')
        .where('invoice_id', '=', data[0]!.id)
        .limit(2)
        .execute()
      await creditInvoice(
        trx,
        actor,
        data[0]!.id,
        { charge_ids: charges.map(({ id }) => id), reason: 'Delivered to the neighbor' },
        now,
      )
    })
  }
}

/** Orders for the next working day after today, for whoever wants to plan and rehearse it. */
async function orderAhead(api: Api, { fleet, doors, settings }: State): Promise<void> {
  const tomorrow = dayAfter(dayOf(systemClock(), zone), 1)
  const day = weekdayOf(tomorrow) === 6 ? dayAfter(tomorrow, 1) : tomorrow
  const working = crews.flatMap((crew, number) => (number === crews.length - 2 ? [] : [{ ...crew, number }]))
  const asked = {
    seed: settings.seed,
    deliveries: settings.deliveries,
    doors,
    crews: working,
    clients: clientNames.length,
  }
  const { orders, routes } = makeDay({ ...asked, index: settings.days, again: [] })
  const windows = new Map(routes.flatMap(({ visits }) => visits.map(({ order, window }) => [order, window] as const)))
  const deliveries = orders.map((order, index) =>
    rowOf({ fleet, doors }, order, { day, index, window: windows.get(index) }),
  )
  await api.call('POST', '/v1/deliveries/import', { deliveries })
}

/** Notes how far phones are, and works out the figures while positions of older days are still there. */
async function finish(db: Db, { workspaceId, phones }: State): Promise<void> {
  await inTurn(db, workspaceId, (trx) =>
    asOwner(trx, async () => {
      for (const { id, last } of phones) {
        const { sequence = 0, hash = null, at = null } = last() ?? {}
        await sql`update driver_devices set last_sequence = ${sequence}, last_hash = ${hash}, last_happened_at = ${at},
          last_seen_at = ${at} where workspace_id = ${workspaceId} and id = ${id}`.execute(trx)
      }
      await sql`analyze deliveries, stops, routes, stop_progress, delivery_events, eta_history, positions, notifications`.execute(
        trx,
      )
    }),
  )
  say('Working out the figures.')
  const now = systemClock()
  await fitWorkspace(db, workspaceId, now)
  while (await inTurn(db, workspaceId, (trx) => keepUp(trx, workspaceId, now))) continue
  const stale = await inTurn(db, workspaceId, (trx) => trx.selectFrom('figure_days').select('day').where('workspace_id', '=', workspaceId).execute()) // prettier-ignore
  for (const { day } of stale) await inTurn(db, workspaceId, (trx) => addUpDay(trx, workspaceId, day))
}

/** In a transaction that also outlasts a busy machine. */
function inTurn<T>(db: Db, workspaceId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inWorkspace(db, workspaceId, async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(trx)
    await sql`set local statement_timeout = '10min'`.execute(trx)
    return work(trx)
  })
}
