import { z } from 'zod'
import { DeliveryFilter, deliverySorts } from './deliveries.ts'
import { endpoint, idParams } from './endpoint.ts'

const tag = 'Papers'
const media = 'application/pdf'
const file = z.string().meta({ format: 'binary' })

/** The most deliveries of a manifest, parcels of which labels, and deliveries of which notes are printed at once. */
export const mostOnPaper = { manifest: 5000, labels: 1000, notes: 50 }

export const labelSizes = ['a6', '4x6', 'a4'] as const

export const printRouteSheets = endpoint({
  id: 'printRouteSheets',
  method: 'GET',
  path: '/v1/plans/:id/route-sheets.pdf',
  may: 'see_operations',
  tag,
  summary: 'A sheet for each driver of a plan, or for one route, as PDF',
  params: idParams,
  query: z.strictObject({ route_id: z.uuid().optional() }),
  reply: file,
  media,
})

export const printManifest = endpoint({
  id: 'printManifest',
  method: 'GET',
  path: '/v1/deliveries/manifest.pdf',
  may: 'see_deliveries',
  tag,
  summary: `The deliveries that match as a list, as PDF; at most ${mostOnPaper.manifest}`,
  query: DeliveryFilter.extend({
    sort: z.enum(deliverySorts).default('number'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: file,
  media,
})

export const printLabels = endpoint({
  id: 'printLabels',
  method: 'GET',
  path: '/v1/deliveries/labels.pdf',
  may: 'see_deliveries',
  tag,
  summary: `A label with a barcode for each parcel of the deliveries that match, as PDF; at most ${mostOnPaper.labels}`,
  query: DeliveryFilter.extend({
    size: z.enum(labelSizes).default('a6').describe('One a page of A6 or 4 by 6 inches, or four on A4'),
  }),
  reply: file,
  media,
})

export const printNotes = endpoint({
  id: 'printNotes',
  method: 'GET',
  path: '/v1/deliveries/notes.pdf',
  may: 'see_deliveries',
  tag,
  summary: `The delivery notes of the deliveries that match, each on pages of its own, as one PDF; at most ${mostOnPaper.notes}`,
  query: DeliveryFilter,
  reply: file,
  media,
})
