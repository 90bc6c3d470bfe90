import { z } from 'zod'
import { Instant } from '../time.ts'

/** A workspace of sample data, in which the test keys of another one work. */
export const Sandbox = z
  .object({
    id: z.uuid().describe('A workspace: name it in `Karta-Workspace` to work in it as an owner or admin'),
    created_at: Instant.describe('When it was made, or reset'),
  })
  .meta({ id: 'Sandbox' })
export type Sandbox = z.infer<typeof Sandbox>
