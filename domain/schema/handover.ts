import { z } from 'zod'
import { Instant } from '../time.ts'
import { Version } from './version.ts'

/** How a route reached its driver, as far as it is known. */
export const Handover = z
  .object({
    id: z.uuid().describe('The route'),
    plan_id: z.uuid(),
    given_at: Instant.nullable().describe('When a dispatcher said that the driver has it, such as on paper'),
    given_by: z.string().nullable(),
    mailed_at: Instant.nullable().describe('When it was last mailed; whether it was read, nobody knows'),
    opened_at: Instant.nullable().describe('When its link was last opened'),
    seen_at: Instant.nullable().describe('When the driver, signed in, last saw it'),
    link_expires_at: Instant.nullable().describe('Until when its link works; null without one'),
    version: Version,
  })
  .meta({ id: 'Handover' })
export type Handover = z.infer<typeof Handover>

/** `has`: the driver has the route as it is now. `outdated`: an earlier one. `waiting`: none, as far as it is known. */
export const handoverStates = ['has', 'outdated', 'waiting'] as const

/** What is known about one route of a plan. */
export const RouteHandover = z
  .object({
    route_id: z.uuid(),
    driver_id: z.uuid(),
    driver_name: z.string(),
    driver_email: z.string().nullable(),
    has_account: z.boolean().describe('The driver signs in and sees it under My route'),
    state: z.enum(handoverStates),
    handover: Handover.nullable(),
  })
  .meta({ id: 'RouteHandover' })
export type RouteHandover = z.infer<typeof RouteHandover>

export const RouteLink = z
  .object({
    url: z.string().describe('Opens a plain page with the route, without signing in'),
    picture: z.string().describe('A QR code of it, as SVG'),
    expires_at: Instant,
  })
  .meta({ id: 'RouteLink' })
export type RouteLink = z.infer<typeof RouteLink>
