import { z } from 'zod'

/** A place on earth in WGS 84 degrees. */
export const Location = z
  .object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
  .meta({ id: 'Location' })
export type Location = z.infer<typeof Location>
