import { z } from 'zod'
import { roles } from '../permissions.ts'
import { Instant } from '../time.ts'

/** Somebody who belongs to a workspace. */
export const Member = z
  .object({ user_id: z.uuid(), name: z.string(), role: z.enum(roles), created_at: Instant })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>
