import { z } from 'zod'
import { text } from '../api/endpoint.ts'

/** What a recipient asked for: a note, where to leave it, and who takes it. */
export const Wishes = z
  .strictObject({
    note: text(300).min(1).nullable(),
    leave: z.enum(['neighbor', 'place']).nullable().describe('Left with a neighbor, or at a place, if nobody is there'),
    leave_where: text(120).min(1).nullable().describe('With whom, or where'),
    receiver: text(100).min(1).nullable().describe('Who takes it'),
  })
  .meta({ id: 'Wishes' })
export type Wishes = z.infer<typeof Wishes>

export const noWishes: Wishes = { note: null, leave: null, leave_where: null, receiver: null }
