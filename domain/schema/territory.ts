import { z } from 'zod'
import { page, text } from '../api/endpoint.ts'
import { outlineProblem } from '../territory.ts'
import { Instant, TimeOfDay } from '../time.ts'
import { Version } from './version.ts'

export const territoryRules = ['only', 'prefer'] as const
export type TerritoryRule = (typeof territoryRules)[number]

/** Corners of a zone. More are of no use on a map that people draw on. */
export const mostCorners = 200

const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])

/** GeoJSON: one ring of `[longitude, latitude]`, whose last position is the first again. */
export const Area = z
  .strictObject({
    type: z.literal('Polygon'),
    coordinates: z
      .array(z.array(Position).min(4, 'A zone has at least three corners.'))
      .length(1, 'A zone has no holes.'),
  })
  .superRefine(({ coordinates }, context) => {
    const ring = coordinates[0]
    if (!ring) return
    const message = ring.length > mostCorners + 1 ? `A zone has at most ${mostCorners} corners.` : outlineProblem(ring)
    if (message) context.addIssue({ code: 'custom', path: ['coordinates'], message })
  })
  .meta({ id: 'Area' })
export type Area = z.infer<typeof Area>

/** How fast vehicles are in a zone: always, or between two times of the day. */
export const ZoneSpeed = z
  .strictObject({
    percent: z
      .int('Enter a whole number.')
      .min(10, 'At least 10 %.')
      .max(300, 'At most 300 %.')
      .describe('Of the usual speed'),
    from: TimeOfDay.nullable().default(null).describe('Only from then on; always if empty'),
    to: TimeOfDay.nullable().default(null).describe('Until then, on the next day if that is earlier'),
  })
  .superRefine(({ from, to }, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (from !== null && to === null) issue('to', 'Enter until when.')
    if (from === null && to !== null) issue('from', 'Enter from when on.')
    if (from !== null && from === to) issue('to', 'Enter another time than the first one.')
  })
  .meta({ id: 'ZoneSpeed' })
export type ZoneSpeed = z.infer<typeof ZoneSpeed>

const fields = {
  name: text(100).min(1, 'Enter a name.'),
  color: z.string().regex(/^#[0-9a-f]{6}$/, 'Choose a color.'),
  area: Area,
  driver_ids: z
    .array(z.uuid())
    .max(200, 'At most 200 drivers.')
    .transform((ids) => [...new Set(ids)])
    .describe('Without drivers, anybody delivers there; it still counts for the most territories of a route'),
  rule: z
    .enum(territoryRules)
    .describe(
      'only: nobody else delivers there. prefer: others do if that is cheaper by the cost of the planning settings',
    ),
  speed: ZoneSpeed.nullable().describe('How fast vehicles drive there, except for bicycles; as elsewhere if empty'),
}

/** A zone on the map that belongs to some drivers. They also deliver elsewhere. */
export const Territory = z
  .object({ id: z.uuid(), ...fields, created_at: Instant, updated_at: Instant, version: Version })
  .meta({ id: 'Territory' })
export type Territory = z.infer<typeof Territory>

export const NewTerritory = z
  .strictObject({
    ...fields,
    color: fields.color.default('#2563eb'),
    driver_ids: fields.driver_ids.default([]),
    rule: fields.rule.default('prefer'),
    speed: fields.speed.default(null),
  })
  .meta({ id: 'NewTerritory' })
export type NewTerritory = z.infer<typeof NewTerritory>

export const TerritoryChange = z.strictObject(fields).partial().meta({ id: 'TerritoryChange' })
export type TerritoryChange = z.infer<typeof TerritoryChange>

export const TerritoryPage = page(Territory).meta({ id: 'TerritoryPage' })
