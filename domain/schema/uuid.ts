import { z } from 'zod'

/** Made once, because that takes longer than a check. */
const Uuid = z.guid()

/** Whether a text has the form of an id, of whatever version. */
export const isUuid = (value: string): boolean => Uuid.safeParse(value).success
