import type { Catalog } from '../format-message.ts'
import type { DriverText } from './en.ts'
import { deeds } from './ar/deeds.ts'
import { door } from './ar/door.ts'
import { reasons } from './ar/reasons.ts'
import { shell } from './ar/shell.ts'

export const ar: Catalog<DriverText> = { ...shell, ...reasons, ...deeds, ...door }
