import { z } from 'zod'
import { Billing, LicenseChange, LicensePreview, Licenses } from '../schema/billing.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Billing'
const may = 'manage_billing'
const Address = z.object({ url: z.string().describe('A page of the payment service') })

export const getBilling = endpoint({
  id: 'getBilling',
  method: 'GET',
  path: '/v1/billing',
  may,
  tag,
  summary: 'What the workspace pays for, and its invoices',
  reply: Billing,
})

export const startCheckout = endpoint({
  id: 'startCheckout',
  method: 'POST',
  path: '/v1/billing/checkout',
  may,
  tag,
  summary: 'Buy Standard. The tier changes once the payment has come',
  body: z.strictObject({ licenses: Licenses }),
  reply: Address,
})

export const openPortal = endpoint({
  id: 'openPortal',
  method: 'POST',
  path: '/v1/billing/portal',
  may,
  tag,
  summary: 'Open the pages for cards, addresses and invoices',
  reply: Address,
})

export const previewLicenses = endpoint({
  id: 'previewLicenses',
  method: 'GET',
  path: '/v1/billing/preview',
  may,
  tag,
  summary: 'What another number of licenses would cost',
  query: z.strictObject({ licenses: z.coerce.number().pipe(Licenses) }),
  reply: LicensePreview,
})

export const changeLicenses = endpoint({
  id: 'changeLicenses',
  method: 'POST',
  path: '/v1/billing/licenses',
  may,
  tag,
  summary: 'Change how many licenses are paid, from now on',
  body: LicenseChange,
  reply: Billing,
})

export const changeCancellation = endpoint({
  id: 'changeCancellation',
  method: 'POST',
  path: '/v1/billing/cancellation',
  may,
  tag,
  summary: 'Go back to Free when what is paid for ends, or stay',
  body: z.strictObject({ cancels: z.boolean() }),
  reply: Billing,
})
