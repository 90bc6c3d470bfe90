import type { Catalog } from '../format-message.ts'
import type { DriverText } from './en.ts'
import { deeds } from './id/deeds.ts'
import { door } from './id/door.ts'
import { reasons } from './id/reasons.ts'
import { shell } from './id/shell.ts'

export const id: Catalog<DriverText> = { ...shell, ...reasons, ...deeds, ...door }
