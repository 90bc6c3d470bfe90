import { z } from 'zod'

/** How often a record was changed. Also its `ETag`, and what `If-Match` names. */
export const Version = z
  .int()
  .meta({ id: 'Version', description: 'Rises with each change; the ETag begins with the same number', example: 7 })
