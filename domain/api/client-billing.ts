import { z } from 'zod'
import {
  ClientCharge,
  ClientChargePage,
  ClientInvoice,
  ClientInvoicePage,
  InvoicePreview,
  Month,
  NewClientCharge,
  NewCreditNote,
  NewInvoices,
  NewRateCard,
  RateCard,
  RateCardChange,
} from '../schema/client-billing.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Rates and invoices'
const file = z.string().meta({ format: 'binary' })

export const listRateCards = endpoint({
  id: 'listRateCards',
  method: 'GET',
  path: '/v1/clients/:id/rates',
  may: 'see_deliveries',
  tag,
  summary: 'The rate cards of a client, the newest first. A client sees its own',
  params: idParams,
  reply: z.object({ data: z.array(RateCard) }),
})

export const createRateCard = endpoint({
  id: 'createRateCard',
  method: 'POST',
  path: '/v1/clients/:id/rates',
  may: 'manage_workspace',
  tag,
  summary: 'Add a rate card. What ended since its first day is charged too. Cards of a client may not overlap',
  params: idParams,
  body: NewRateCard,
  reply: RateCard,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeRateCard = endpoint({
  id: 'changeRateCard',
  method: 'PATCH',
  path: '/v1/rate-cards/:id',
  may: 'manage_workspace',
  tag,
  summary: 'Change a rate card. Of one that deliveries were charged by, only the last day',
  params: idParams,
  body: RateCardChange,
  reply: RateCard,
  record: 'changed',
})

export const listClientCharges = endpoint({
  id: 'listClientCharges',
  method: 'GET',
  path: '/v1/clients/:id/charges',
  may: 'see_deliveries',
  tag,
  summary: 'What deliveries cost a client, the newest first, each line explained',
  params: idParams,
  query: z.strictObject({ month: Month.optional(), invoice_id: z.uuid().optional(), ...pageQuery }),
  reply: ClientChargePage,
})

export const addClientCharge = endpoint({
  id: 'addClientCharge',
  method: 'POST',
  path: '/v1/clients/:id/charges',
  may: 'manage_workspace',
  tag,
  summary: 'Charge something else, such as storage, or correct an earlier price',
  params: idParams,
  body: NewClientCharge,
  reply: ClientCharge,
  status: 201,
  idempotent: true,
})

export const previewInvoices = endpoint({
  id: 'previewInvoices',
  method: 'GET',
  path: '/v1/clients/:id/invoices/preview',
  may: 'see_deliveries',
  tag,
  summary: 'What invoices for a month would say: all that ended until its end and is on no invoice yet',
  params: idParams,
  query: z.strictObject({ month: Month.optional().describe('This one, if absent') }),
  reply: InvoicePreview,
})

export const makeInvoices = endpoint({
  id: 'makeInvoices',
  method: 'POST',
  path: '/v1/clients/:id/invoices',
  may: 'manage_workspace',
  tag,
  summary: 'Make the invoices of a month, one for each currency. They never change; credit notes correct them',
  params: idParams,
  body: NewInvoices,
  reply: z.object({ data: z.array(ClientInvoice) }),
  status: 201,
  idempotent: true,
})

export const listClientInvoices = endpoint({
  id: 'listClientInvoices',
  method: 'GET',
  path: '/v1/clients/:id/invoices',
  may: 'see_deliveries',
  tag,
  summary: 'Invoices and credit notes of a client, the newest first. A client sees its own',
  params: idParams,
  query: z.strictObject(pageQuery),
  reply: ClientInvoicePage,
})

export const creditInvoice = endpoint({
  id: 'creditInvoice',
  method: 'POST',
  path: '/v1/client-invoices/:id/credit',
  may: 'manage_workspace',
  tag,
  summary: 'Correct an invoice by a credit note over some or all of its charges',
  params: idParams,
  body: NewCreditNote,
  reply: ClientInvoice,
  status: 201,
  idempotent: true,
})

export const printInvoice = endpoint({
  id: 'printInvoice',
  method: 'GET',
  path: '/v1/client-invoices/:id/invoice.pdf',
  may: 'see_deliveries',
  tag,
  summary: 'An invoice or a credit note as PDF, a line for each attempt',
  params: idParams,
  reply: file,
  media: 'application/pdf',
})

export const exportInvoice = endpoint({
  id: 'exportInvoice',
  method: 'GET',
  path: '/v1/client-invoices/:id/invoice.csv',
  may: 'see_deliveries',
  tag,
  summary: 'The same as CSV. No spreadsheet runs a cell as a formula',
  params: idParams,
  reply: z.string(),
  media: 'text/csv',
})
