import type { Generated } from 'kysely'
import type { DefaultTimestamp } from './columns.ts'

export type ClientTable = {
  id: Generated<string>
  workspace_id: string
  name: string
  reference: string | null
  email: string | null
  phone: string | null
  active: Generated<boolean>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}
