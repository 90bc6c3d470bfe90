import { z } from 'zod'
import {
  Erasure,
  FoundRecipients,
  HeldData,
  NewErasure,
  RecipientChoice,
  RecipientSearch,
} from '../schema/recipient.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Personal data'
const may = 'manage_workspace'

// By POST, so that no address or phone number stands in an address that is logged on the way.

export const findRecipients = endpoint({
  id: 'findRecipients',
  method: 'POST',
  path: '/v1/recipients/find',
  may,
  tag,
  summary: 'Find a recipient by phone, email, name or address, each spelling for itself',
  body: RecipientSearch,
  reply: FoundRecipients,
  addsNothing: () => true,
})

export const countHeldData = endpoint({
  id: 'countHeldData',
  method: 'POST',
  path: '/v1/recipients/held',
  may,
  tag,
  summary: 'What is stored about a recipient, by kind',
  body: RecipientChoice,
  reply: HeldData,
  addsNothing: () => true,
})

export const exportRecipient = endpoint({
  id: 'exportRecipient',
  method: 'POST',
  path: '/v1/recipients/export',
  may,
  tag,
  summary: 'Everything that is stored about a recipient, as one JSON file; the audit log says that it was exported',
  body: RecipientChoice,
  media: 'application/json',
  reply: z.string().meta({ description: 'Deliveries with their histories, events, stops and files; the address book' }),
  addsNothing: () => true,
})

export const eraseRecipient = endpoint({
  id: 'eraseRecipient',
  method: 'POST',
  path: '/v1/recipients/erasures',
  may,
  tag,
  summary: 'Erase a recipient for good, in the background. Refused while a delivery has not ended',
  body: NewErasure,
  reply: Erasure,
  status: 202,
  addsNothing: () => true,
})

export const listErasures = endpoint({
  id: 'listErasures',
  method: 'GET',
  path: '/v1/recipients/erasures',
  may,
  tag,
  summary: 'List erasures with their progress, the newest first',
  query: z.strictObject(pageQuery),
  reply: z.object({ data: z.array(Erasure), next_cursor: z.string().nullable() }),
})

export const getErasure = endpoint({
  id: 'getErasure',
  method: 'GET',
  path: '/v1/recipients/erasures/:id',
  may,
  tag,
  summary: 'How far an erasure is',
  params: idParams,
  reply: Erasure,
})
