import { z } from 'zod'
import { DeliveryProofs } from '../schema/proof.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Proof of delivery'
const file = z.string().meta({ format: 'binary' })

export const listProofs = endpoint({
  id: 'listProofs',
  method: 'GET',
  path: '/v1/deliveries/:id/proofs',
  may: 'see_deliveries',
  tag,
  summary: 'What proves a delivery: photos, signature, codes, checks and readings, and what is missing',
  params: idParams,
  reply: DeliveryProofs,
})

export const getPhoto = endpoint({
  id: 'getPhoto',
  method: 'GET',
  path: '/v1/photos/:id',
  may: 'see_deliveries',
  tag,
  summary: 'A photo that a driver took, of a delivery, a vehicle or in a message, once it has arrived',
  params: idParams,
  query: z.strictObject({
    original: z.enum(['true', 'false']).default('false').describe('As it was taken, where the workspace keeps that'),
  }),
  reply: file,
  media: 'image/*',
})
export const printNote = endpoint({
  id: 'printNote',
  method: 'GET',
  path: '/v1/deliveries/:id/note.pdf',
  may: 'see_deliveries',
  tag,
  summary: 'The delivery note with all proofs, as PDF',
  params: idParams,
  reply: file,
  media: 'application/pdf',
})

export const exportDeliveryCustody = endpoint({
  id: 'exportDeliveryCustody',
  method: 'GET',
  path: '/v1/deliveries/:id/custody',
  may: 'see_deliveries',
  tag,
  summary:
    'Everything that proves what happened to a delivery, in one file: its history, the signed root, the entries of phones with their signatures, and the hashes of photos',
  params: idParams,
  query: z.strictObject({
    with_personal_data: z
      .enum(['true', 'false'])
      .default('false')
      .describe('Also the personal values that are hashes otherwise'),
  }),
  reply: z.string().meta({ description: 'JSON; `npm run custody -- verify FILE` and the page /verify verify it' }),
  media: 'application/json',
})
