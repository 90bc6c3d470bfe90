import { sql } from 'kysely'
import { z } from 'zod'
import { totalsOf } from '#domain/client-charge.ts'
import { AppError } from '#domain/errors.ts'
import type { ClientCharge, ClientInvoice, InvoicePreview, RateCard } from '#domain/schema/client-billing.ts'
import { dayOf } from '#domain/time.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { readPage } from '../../db/keyset.ts'
import { getClient } from '../clients/queries.ts'
import { readWorkspace } from '../workspace/queries.ts'
import { lastDayOf } from './rules.ts'

type Paging = { cursor?: string | undefined; limit: number }

const cardsOf = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('rate_cards as r')
    .select(['r.id', 'r.client_id', 'r.currency', 'r.valid_from', 'r.valid_until', 'r.prices', 'r.cash_fee'])
    .select(['r.cash_percent', 'r.again_fee', 'r.hours', 'r.minimum', 'r.fuel_percent', 'r.tax_percent'])
    .select(['r.created_at', 'r.updated_at', 'r.version'])
    .select(sql<boolean>`exists (select from client_charges c where c.rate_card_id = r.id)`.as('is_used'))
    .where('r.workspace_id', '=', workspaceId)

/**
 * The rate cards of a client, the newest first.
 * @throws AppError `client_not_found`
 */
export async function listRateCards(trx: Trx, workspaceId: string, clientId: string): Promise<{ data: RateCard[] }> {
  await getClient(trx, workspaceId, clientId)
  const data = await cardsOf(trx, workspaceId)
    .where('r.client_id', '=', clientId)
    .orderBy('r.valid_from', 'desc')
    .execute()
  return { data }
}

/** @throws AppError `rate_card_not_found` */
export async function getRateCard(trx: Trx, workspaceId: string, id: string): Promise<RateCard> {
  const card = await cardsOf(trx, workspaceId).where('r.id', '=', id).executeTakeFirst()
  if (!card) throw new AppError('rate_card_not_found')
  return card
}

const chargeColumns = [
  'id',
  'delivery_id',
  'number',
  'reference',
  'attempt',
  'outcome',
  'day',
  'state',
  'currency',
  'amount',
  'tax_percent',
  'lines',
  'invoice_id',
  'credit_id',
] as const

/**
 * What a client was charged, the newest first.
 * @throws AppError `client_not_found`
 */
export async function listClientCharges(
  trx: Trx,
  workspaceId: string,
  clientId: string,
  { month, invoice_id, ...paging }: Paging & { month?: string | undefined; invoice_id?: string | undefined },
) {
  await getClient(trx, workspaceId, clientId)
  let found = trx.selectFrom('client_charges').where('workspace_id', '=', workspaceId).where('client_id', '=', clientId)
  if (month) found = found.where('day', '>=', `${month}-01`).where('day', '<=', lastDayOf(month))
  if (invoice_id) {
    found = found.where((eb) => eb.or([eb('invoice_id', '=', invoice_id), eb('credit_id', '=', invoice_id)]))
  }
  const sort = {
    name: 'day',
    order: 'desc' as const,
    by: sql`day`,
    values: z.iso.date(),
    tie: sql`id`,
    ties: z.uuid(),
  }
  const { rows, next_cursor } = await readPage(found.select(chargeColumns), sort, paging)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows as ClientCharge[], next_cursor, total }
}

/** @throws AppError `not_found` */
export function getCharge(trx: Trx, workspaceId: string, id: string): Promise<ClientCharge> {
  return trx
    .selectFrom('client_charges')
    .select(chargeColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export type Billable = { id: string; currency: string; amount: number; tax_percent: number; is_open: boolean }

/**
 * What ended until the end of a month, has a price, and is on no invoice. `is_open` if its delivery is not ended any more:
 * an attempt that failed stays one, but a delivery that was not delivered after all waits.
 */
export async function billable(trx: Trx, workspaceId: string, clientId: string, month: string): Promise<Billable[]> {
  const { rows } = await sql<Billable>`
    select c.id, c.currency, c.amount, c.tax_percent,
      c.outcome = 'delivered' and coalesce(d.status not in ('delivered', 'failed'), false) as is_open
    from client_charges c left join deliveries d on d.id = c.delivery_id
    where c.workspace_id = ${workspaceId} and c.client_id = ${clientId} and c.state = 'priced'
      and c.invoice_id is null and c.day <= ${lastDayOf(month)}::date
    order by c.day, c.id`.execute(trx)
  return rows
}

/** Charges by currency, in alphabetical order. */
export function byCurrency(charges: readonly Billable[]): [string, Billable[]][] {
  const found = Map.groupBy(charges, ({ currency }) => currency)
  return [...found].toSorted(([a], [b]) => a.localeCompare(b, 'en'))
}

/**
 * What invoices for a month would say.
 * @throws AppError `client_not_found`
 */
export async function previewInvoices(
  trx: Trx,
  workspaceId: string,
  clientId: string,
  asked: string | undefined,
  now: Date,
): Promise<InvoicePreview> {
  await getClient(trx, workspaceId, clientId)
  const { time_zone } = await readWorkspace(trx, workspaceId)
  const month = asked ?? dayOf(now, time_zone).slice(0, 7)
  const charges = await billable(trx, workspaceId, clientId, month)
  const { rows } = await sql<{ waiting: number; without_rates: number }>`
    select count(*) filter (where state = 'waiting')::integer as waiting,
      count(*) filter (where state = 'no_rates')::integer as without_rates
    from client_charges where workspace_id = ${workspaceId} and client_id = ${clientId} and state <> 'priced'
      and day <= ${lastDayOf(month)}::date`.execute(trx)
  const ready = charges.filter(({ is_open }) => !is_open)
  return {
    month,
    invoices: byCurrency(ready).map(([currency, some]) => ({ currency, ...totalsOf(some) })),
    open: charges.length - ready.length,
    ...rows[0]!,
  }
}

const invoiceColumns = [
  'id',
  'client_id',
  'client_name',
  'client_reference',
  'number',
  'kind',
  'month',
  'currency',
  'charges',
  'net',
  'taxes',
  'total',
  'credits_id',
  'reason',
  'made_at',
  'made_by',
] as const

/**
 * Invoices and credit notes of a client, the newest first.
 * @throws AppError `client_not_found`
 */
export async function listClientInvoices(trx: Trx, workspaceId: string, clientId: string, paging: Paging) {
  await getClient(trx, workspaceId, clientId)
  const found = trx
    .selectFrom('client_invoices')
    .where('workspace_id', '=', workspaceId)
    .where('client_id', '=', clientId)
  const number = z.int()
  const sort = {
    name: 'number',
    order: 'desc' as const,
    by: sql`number`,
    values: number,
    tie: sql`number`,
    ties: number,
  }
  const { rows, next_cursor } = await readPage(found.select(invoiceColumns), sort, paging)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows, next_cursor, total }
}

/** @throws AppError `client_invoice_not_found` */
export async function getInvoice(trx: Trx, workspaceId: string, id: string): Promise<ClientInvoice> {
  const invoice = await trx
    .selectFrom('client_invoices')
    .select(invoiceColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!invoice) throw new AppError('client_invoice_not_found')
  return invoice
}

/**
 * An invoice or credit note with its charges, by day.
 * @throws AppError `client_invoice_not_found`
 */
export async function readWholeInvoice(trx: Trx, workspaceId: string, id: string) {
  const invoice = await getInvoice(trx, workspaceId, id)
  const isCredit = invoice.kind === 'credit_note'
  const charges = await trx
    .selectFrom('client_charges')
    .select(chargeColumns)
    .where('workspace_id', '=', workspaceId)
    .where(isCredit ? 'credit_id' : 'invoice_id', '=', id)
    .orderBy('day')
    .orderBy('id')
    .execute()
  const corrected = invoice.credits_id ? await getInvoice(trx, workspaceId, invoice.credits_id) : undefined
  return { invoice, charges, correctedNumber: corrected?.number }
}

/** Workspaces in which something ended that has no price yet. */
export async function workspacesToCharge(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select workspaces_to_charge(${most}) as id`.execute(db)
  return rows.map(({ id }) => id)
}
