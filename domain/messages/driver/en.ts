import { deeds } from './en/deeds.ts'
import { door } from './en/door.ts'
import { reasons } from './en/reasons.ts'
import { shell } from './en/shell.ts'

export const en = { ...shell, ...reasons, ...deeds, ...door }

/** The name of a text of the driver's app. */
export type DriverText = keyof typeof en
