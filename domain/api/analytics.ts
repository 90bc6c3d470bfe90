import { z } from 'zod'
import { shownBehind } from '../figures/measures.ts'
import { daysIn, figurePeriods } from '../figures/periods.ts'
import { figureSplits, noKey } from '../figures/splits.ts'
import { shownAtPlaces } from '../figures/trouble.ts'
import { FigureDeliveryPage, FigureReport } from '../schema/figures.ts'
import { TroublePlacePage } from '../schema/trouble.ts'
import { Day } from '../time.ts'
import { endpoint, pageQuery } from './endpoint.ts'

const tag = 'Analytics'

/** Five years, which is also as much as anybody compares. */
export const mostFigureDays = 1830

const idOrNone = z.union([z.uuid(), z.literal(noKey)]).optional()

/** Which attempts to count. `none` is for those without, such as deliveries without a client. */
export const FigureFilter = z.strictObject({
  from: Day,
  to: Day,
  driver_id: idOrNone,
  vehicle_id: idOrNone,
  depot_id: idOrNone,
  client_id: idOrNone,
})

type Range = { from: string; to: string }
const isOrdered = ({ from, to }: Range) => from <= to
const isNotTooLong = (range: Range) => !isOrdered(range) || daysIn(range) <= mostFigureDays
const isShownAtPlaces = (show: string) => (shownAtPlaces as readonly string[]).includes(show)
const ordered = { path: ['to'], message: 'The last day is before the first.' }
const tooLong = { path: ['to'], message: 'At most five years.' }

export const readFigures = endpoint({
  id: 'readFigures',
  method: 'GET',
  path: '/v1/analytics/figures',
  may: 'see_operations',
  tag,
  summary: 'What happened in a range of days, by period and by one split, compared with the range before',
  query: FigureFilter.extend({
    period: z.enum(figurePeriods).default('day'),
    split: z.enum(figureSplits).optional(),
    compare: z.enum(['true', 'false']).default('true'),
  })
    .refine(isOrdered, ordered)
    .refine(isNotTooLong, tooLong),
  reply: FigureReport,
})

export const listFigureDeliveries = endpoint({
  id: 'listFigureDeliveries',
  method: 'GET',
  path: '/v1/analytics/deliveries',
  may: 'see_operations',
  tag,
  summary: 'The deliveries behind a figure, one row for each attempt, the newest day first',
  query: FigureFilter.extend({
    show: z
      .enum([...shownBehind, ...shownAtPlaces])
      .default('all')
      .describe('Those that a measure counts. `failed_there` and `pin_unsure` need `place_id`'),
    place_id: z.uuid().optional().describe('The `id` of an address of `GET /v1/analytics/addresses`'),
    area: z.string().max(100).optional().describe('The key of an area, or none'),
    hour: z.coerce.number().int().min(0).max(23).optional(),
    window: z.string().max(10).optional().describe('The key of a window such as 09-12, or none'),
    reason: z.string().max(40).optional().describe('Failed for this reason, or none if nobody said one'),
    ...pageQuery,
  })
    .refine(isOrdered, ordered)
    .refine(isNotTooLong, tooLong)
    .refine(({ show, place_id }) => place_id !== undefined || !isShownAtPlaces(show), {
      path: ['place_id'],
      message: 'Say of which address.',
    }),
  reply: FigureDeliveryPage,
})

export const listTroublePlaces = endpoint({
  id: 'listTroublePlaces',
  method: 'GET',
  path: '/v1/analytics/addresses',
  may: 'see_operations',
  tag,
  summary: 'Addresses by the trouble that they made in a range of days, those that made the most first',
  query: FigureFilter.pick({ from: true, to: true, depot_id: true, client_id: true })
    .extend({ q: z.string().max(200).optional().describe('Words of the address, or of its name'), ...pageQuery })
    .refine(isOrdered, ordered)
    .refine(isNotTooLong, tooLong),
  reply: TroublePlacePage,
})

export const readMyFigures = endpoint({
  id: 'readMyFigures',
  method: 'GET',
  path: '/v1/my/figures',
  may: 'work_own_route',
  tag,
  summary: 'The figures of the driver who asks, and of nobody else',
  query: z
    .strictObject({ from: Day, to: Day, period: z.enum(figurePeriods).default('week') })
    .refine(isOrdered, ordered)
    .refine(isNotTooLong, tooLong),
  reply: FigureReport,
})
