import { sql } from 'kysely'
import { isSameJson, type Json } from '#domain/chain/canonical-json.ts'
import { chargeFor, nextTotals } from '#domain/client-charge.ts'
import { AppError } from '#domain/errors.ts'
import { distanceKm } from '#domain/great-circle.ts'
import type {
  ClientCharge,
  ClientInvoice,
  NewClientCharge,
  NewCreditNote,
  NewRateCard,
  RateCard,
  RateCardChange,
} from '#domain/schema/client-billing.ts'
import { zonesAt } from '#domain/territory.ts'
import { dayOf } from '#domain/time.ts'
import { attemptOf } from '../../db/client-charges.ts'
import type { Trx } from '../../db/connect.ts'
import { jsonColumn } from '../../db/json-column.ts'
import { appendEvents } from '../../events/append.ts'
import type { Actor } from '../../http/callers/actor.ts'
import { checkSeen, type Seen } from '../../http/if-match.ts'
import { getClient } from '../clients/queries.ts'
import { allTerritories } from '../territories/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { billable, byCurrency, getCharge, getInvoice, getRateCard, listRateCards, type Billable } from './queries.ts'

/**
 * Adds a rate card, in the workspace's currency. What ended since its first day is charged too.
 * @throws AppError `client_not_found`, `territory_not_found`, `rate_cards_overlap`, `too_many_rate_cards`
 */
export async function createRateCard(
  trx: Trx,
  actor: Actor,
  clientId: string,
  card: NewRateCard,
  now: Date,
): Promise<RateCard> {
  const { workspaceId } = actor
  await lockClient(trx, workspaceId, clientId)
  await checkZones(trx, workspaceId, card.prices)
  await checkOverlap(trx, workspaceId, { client_id: clientId, ...card })
  const { currency } = await readWorkspace(trx, workspaceId)
  const { id } = await trx
    .insertInto('rate_cards')
    .values({
      ...card,
      prices: JSON.stringify(card.prices),
      hours: JSON.stringify(card.hours),
      currency,
      client_id: clientId,
      workspace_id: workspaceId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = await getRateCard(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'rate_card.created', id, data }], now)
  await chargeEnded(trx, workspaceId, data)
  await tryAgain(trx, workspaceId, clientId)
  return data
}

/**
 * Changes a rate card. Of one that deliveries were charged by, only the last day, and not to before the last of them.
 * @throws AppError `rate_card_not_found`, `version_conflict`, `rate_card_used`, `territory_not_found`, `rate_cards_overlap`
 */
export async function changeRateCard(
  trx: Trx,
  actor: Actor,
  id: string,
  change: RateCardChange,
  seen: Seen,
  now: Date,
): Promise<RateCard> {
  const { workspaceId } = actor
  const { client_id } = await getRateCard(trx, workspaceId, id)
  await lockClient(trx, workspaceId, client_id)
  const before = await getRateCard(trx, workspaceId, id)
  await checkSeen(seen, before, () => ({ current: before }))
  const after = { ...before, ...change }
  if (before.is_used) await checkUsed(trx, before, after)
  if (after.valid_until && after.valid_until < after.valid_from) throw new AppError('rate_card_ends_first')
  await checkZones(trx, workspaceId, change.prices ?? [])
  await checkOverlap(trx, workspaceId, after)
  const { prices, hours, ...other } = change
  await trx
    .updateTable('rate_cards')
    .set({
      ...other,
      ...(prices && { prices: JSON.stringify(prices) }),
      ...(hours && { hours: JSON.stringify(hours) }),
      updated_at: now,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  const data = await getRateCard(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'rate_card.updated', id, data, before }], now)
  await chargeEnded(trx, workspaceId, data)
  await tryAgain(trx, workspaceId, client_id)
  return data
}

/** One after the other changes what a client pays. */
async function lockClient(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await getClient(trx, workspaceId, id)
  await sql`select pg_advisory_xact_lock(hashtext('karta rates'), hashtext(${id}))`.execute(trx)
}

async function checkZones(trx: Trx, workspaceId: string, prices: RateCard['prices']): Promise<void> {
  const known = new Set((await allTerritories(trx, workspaceId)).map(({ id }) => id))
  if (prices.some(({ territory_id }) => territory_id !== null && !known.has(territory_id)))
    throw new AppError('territory_not_found')
}

const mostCards = 500

type Period = Pick<RateCard, 'client_id' | 'valid_from' | 'valid_until'> & { id?: string }

async function checkOverlap(trx: Trx, workspaceId: string, card: Period): Promise<void> {
  const { data } = await listRateCards(trx, workspaceId, card.client_id)
  if (card.id === undefined && data.length >= mostCards) throw new AppError('too_many_rate_cards')
  const other = data.find(
    ({ id, valid_from, valid_until }) =>
      id !== card.id &&
      (valid_until === null || valid_until >= card.valid_from) &&
      (card.valid_until === null || card.valid_until >= valid_from),
  )
  if (other) throw new AppError('rate_cards_overlap', { valid_from: other.valid_from, valid_until: other.valid_until })
}

async function checkUsed(trx: Trx, before: RateCard, after: RateCard): Promise<void> {
  const { rows } = await sql<{ last: string }>`
    select max(day)::text as last from client_charges where rate_card_id = ${before.id}`.execute(trx)
  const { valid_until: _was, ...was } = before
  const { valid_until, ...is } = after
  const endsInTime = valid_until === null || valid_until >= rows[0]!.last
  if (!endsInTime || !isSameJson(was as Json, is as Json)) {
    throw new AppError('rate_card_used', { last_charged_day: rows[0]!.last })
  }
}

/** Charges what ended in a card's period before there was one. */
async function chargeEnded(trx: Trx, workspaceId: string, { client_id, valid_from, valid_until }: RateCard) {
  await sql`
    insert into client_charges (workspace_id, client_id, delivery_id, number, reference, attempt, outcome, day, weight_kg,
        cash_amount, cash_currency, window_start)
      select d.workspace_id, d.client_id, d.id, d.number, d.reference,
        ${sql.raw(attemptOf)}, d.status, (d.status_at at time zone w.time_zone)::date, d.weight_kg, d.cash_amount, w.currency, d.window_start
      from deliveries d join workspaces w on w.id = d.workspace_id
      where d.workspace_id = ${workspaceId} and d.client_id = ${client_id} and d.status in ('delivered', 'failed')
        and d.deleted_at is null and (d.status_at at time zone w.time_zone)::date >= ${valid_from}::date
        and (${valid_until}::date is null or (d.status_at at time zone w.time_zone)::date <= ${valid_until}::date)
      on conflict (workspace_id, delivery_id, attempt) do nothing`.execute(trx)
}

/** What no card was valid for may have one now. */
async function tryAgain(trx: Trx, workspaceId: string, clientId: string): Promise<void> {
  await trx
    .updateTable('client_charges')
    .set({ state: 'waiting' })
    .where('workspace_id', '=', workspaceId)
    .where('client_id', '=', clientId)
    .where('state', '=', 'no_rates')
    .execute()
}

type Waiting = {
  id: string
  client_id: string
  attempt: number
  day: string
  weight_kg: number
  cash_amount: number | null
  cash_currency: string
  window_start: string | null
  zone_ids: string[] | null
  km: number | null
  lat: number | null
  lng: number | null
  from_lat: number | null
  from_lng: number | null
}

/** So many get their price in one statement. */
const mostAtOnce = 500

/**
 * Works out what waits for its price: where it went is measured once, and the card of its day says what it costs. Returns
 * how many.
 */
export async function priceCharges(trx: Trx, workspaceId: string, clientId?: string): Promise<number> {
  const { rows } = await sql<Waiting>`
    select c.id, c.client_id, c.attempt, c.day, c.weight_kg, c.cash_amount, c.cash_currency, c.window_start, c.zone_ids,
      c.km, d.lat, d.lng, case when d.pickup_address is null then o.lat else coalesce(d.pickup_lat, p.lat) end as from_lat,
      case when d.pickup_address is null then o.lng else coalesce(d.pickup_lng, p.lng) end as from_lng
    from client_charges c left join deliveries d on d.id = c.delivery_id
      left join depots o on o.id = d.depot_id left join depots p on p.id = d.pickup_depot_id
    where c.workspace_id = ${workspaceId} and c.state = 'waiting' and (${clientId ?? null}::uuid is null or c.client_id = ${clientId ?? null})
    order by c.id limit ${mostAtOnce} for update of c skip locked`.execute(trx)
  if (!rows.length) return 0
  const territories = await allTerritories(trx, workspaceId)
  const names = new Map(territories.map(({ id, name }) => [id, name]))
  const cards = new Map<string, RateCard[]>()
  for (const client_id of new Set(rows.map((row) => row.client_id)))
    cards.set(client_id, (await listRateCards(trx, workspaceId, client_id)).data)
  const priced = rows.map((row) => {
    const { zone_ids, km } = row.zone_ids === null ? measured(row, territories) : { zone_ids: row.zone_ids, km: row.km }
    const zones = new Map(zone_ids.flatMap((id) => (names.has(id) ? [[id, names.get(id)!] as const] : [])))
    const card = cards
      .get(row.client_id)!
      .find(({ valid_from, valid_until }) => valid_from <= row.day && (valid_until === null || row.day <= valid_until))
    const charge = card && { ...chargeFor(card, { ...row, km, zones }), card }
    return { id: row.id, zone_ids, km, ...charge }
  })
  await savePrices(trx, workspaceId, priced)
  return rows.length
}

function measured({ lat, lng, from_lat, from_lng }: Waiting, territories: Awaited<ReturnType<typeof allTerritories>>) {
  if (lat === null || lng === null) return { zone_ids: [], km: null }
  const zone_ids = zonesAt(territories, { lat, lng }).map(({ id }) => id)
  if (from_lat === null || from_lng === null) return { zone_ids, km: null }
  return { zone_ids, km: Math.round(distanceKm({ lat, lng }, { lat: from_lat, lng: from_lng }) * 10) / 10 }
}

type Priced = Partial<ReturnType<typeof chargeFor>> & {
  id: string
  zone_ids: string[]
  km: number | null
  card?: RateCard
}

async function savePrices(trx: Trx, workspaceId: string, priced: Priced[]): Promise<void> {
  const rows = priced.map(({ id, zone_ids, km, card, amount, lines }) => ({
    id,
    zone_ids: `{${zone_ids.join()}}`,
    km,
    card: card?.id ?? null,
    currency: card?.currency ?? null,
    tax: card?.tax_percent ?? null,
    amount: amount ?? null,
    lines: lines ?? [],
  }))
  await sql`
    update client_charges c set state = case when r.card is null then 'no_rates' else 'priced' end,
      zone_ids = r.zone_ids::uuid[], km = r.km, rate_card_id = r.card, currency = r.currency, amount = r.amount,
      tax_percent = r.tax, lines = r.lines
    from (select (j ->> 'id')::uuid as id, j ->> 'zone_ids' as zone_ids, (j ->> 'km')::double precision as km,
        (j ->> 'card')::uuid as card, j ->> 'currency' as currency, (j ->> 'tax')::double precision as tax,
        (j ->> 'amount')::bigint as amount, j -> 'lines' as lines
      from unnest(${jsonColumn(rows)}) as w(j_text), lateral (select w.j_text::jsonb as j) x) r
    where c.workspace_id = ${workspaceId} and c.id = r.id`.execute(trx)
}

/**
 * Charges something that is no delivery, in the workspace's currency.
 * @throws AppError `client_not_found`
 */
export async function addClientCharge(
  trx: Trx,
  actor: Actor,
  clientId: string,
  { day, text, amount, tax_percent }: NewClientCharge,
  now: Date,
): Promise<ClientCharge> {
  const { workspaceId } = actor
  await getClient(trx, workspaceId, clientId)
  const { currency } = await readWorkspace(trx, workspaceId)
  const { id } = await trx
    .insertInto('client_charges')
    .values({
      workspace_id: workspaceId,
      client_id: clientId,
      attempt: 1,
      day,
      cash_currency: currency,
      state: 'priced',
      currency,
      amount,
      tax_percent,
      lines: JSON.stringify([{ kind: 'other', text, amount }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = await getCharge(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'client_charge.added', id, data: { ...data, client_id: clientId } }], now)
  return data
}

/**
 * Makes the invoices of a month, one for each currency.
 * @throws AppError `client_not_found`, `month_ahead`, `nothing_to_invoice`
 */
export async function makeInvoices(
  trx: Trx,
  actor: Actor,
  clientId: string,
  month: string,
  now: Date,
): Promise<{ data: ClientInvoice[] }> {
  const { workspaceId } = actor
  const client = await getClient(trx, workspaceId, clientId)
  const { time_zone } = await readWorkspace(trx, workspaceId)
  if (month > dayOf(now, time_zone).slice(0, 7)) throw new AppError('month_ahead')
  await lockNumbers(trx, workspaceId)
  while ((await priceCharges(trx, workspaceId, clientId)) > 0);
  const charges = (await billable(trx, workspaceId, clientId, month)).filter(({ is_open }) => !is_open)
  if (!charges.length) throw new AppError('nothing_to_invoice')
  const data: ClientInvoice[] = []
  for (const [currency, some] of byCurrency(charges)) {
    const named = { client_id: client.id, client_name: client.name, client_reference: client.reference }
    data.push(await addInvoice(trx, actor, { kind: 'invoice', month, currency, ...named }, some, now))
  }
  return { data }
}

/** Numbers have no gaps, so one after the other makes invoices. */
const lockNumbers = (trx: Trx, workspaceId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('karta invoices'), hashtext(${workspaceId}))`.execute(trx)

type Draft = Pick<ClientInvoice, 'kind' | 'month' | 'currency' | 'client_id' | 'client_name' | 'client_reference'> &
  Partial<Pick<ClientInvoice, 'credits_id' | 'reason'>>

type Charge = Omit<Billable, 'is_open'>

/** @param before what earlier credit notes took back */
async function addInvoice(
  trx: Trx,
  actor: Actor,
  draft: Draft,
  charges: Charge[],
  now: Date,
  before: Charge[] = [],
): Promise<ClientInvoice> {
  const { workspaceId, name } = actor
  const sign = draft.kind === 'invoice' ? 1 : -1
  const signed = (some: Charge[]) => some.map(({ amount, tax_percent }) => ({ amount: sign * amount, tax_percent }))
  const { taxes, ...totals } = nextTotals(signed(before), signed(charges))
  const { id } = await trx
    .insertInto('client_invoices')
    .values({
      ...draft,
      ...totals,
      taxes: JSON.stringify(taxes),
      workspace_id: workspaceId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from client_invoices where workspace_id = ${workspaceId})`,
      made_at: now,
      made_by: name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('client_charges')
    .set(draft.kind === 'invoice' ? { invoice_id: id } : { credit_id: id })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${charges.map((charge) => charge.id)}::uuid[])`)
    .execute()
  const data = await getInvoice(trx, workspaceId, id)
  await appendEvents(trx, actor, [{ type: 'client_invoice.made', id, data }], now)
  return data
}

/**
 * Corrects an invoice: takes back some or all of its charges that no credit note took back before.
 * @throws AppError `client_invoice_not_found`, `nothing_to_credit`
 */
export async function creditInvoice(
  trx: Trx,
  actor: Actor,
  id: string,
  { charge_ids, reason }: NewCreditNote,
  now: Date,
): Promise<ClientInvoice> {
  const { workspaceId } = actor
  await lockNumbers(trx, workspaceId)
  const { month, currency, client_id, client_name, client_reference } = await getInvoice(trx, workspaceId, id)
  const wanted = charge_ids && new Set(charge_ids)
  const all = await trx
    .selectFrom('client_charges')
    .select(['id', 'currency', 'amount', 'tax_percent', 'credit_id'])
    .where('workspace_id', '=', workspaceId)
    .where('invoice_id', '=', id)
    .execute()
  const isLeft = (charge: { credit_id: string | null }) => charge.credit_id === null
  const charges = all.filter((charge) => isLeft(charge) && (!wanted || wanted.has(charge.id))) as Charge[]
  if (!charges.length || (wanted && charges.length < wanted.size)) throw new AppError('nothing_to_credit')
  const before = all.filter((charge) => !isLeft(charge)) as Charge[]
  const named = { client_id, client_name, client_reference }
  const draft = { kind: 'credit_note' as const, month, currency, ...named, credits_id: id, reason }
  return addInvoice(trx, actor, draft, charges, now, before)
}
