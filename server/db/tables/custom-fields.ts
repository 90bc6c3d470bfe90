import type { Generated } from 'kysely'
import type { CustomFieldAudience, CustomFieldType } from '#domain/schema/custom-field.ts'
import type { DefaultTimestamp } from './columns.ts'

/** A field of a workspace's own. Its values are in `deliveries.custom`, by `key`. */
export type CustomFieldTable = {
  id: Generated<string>
  workspace_id: string
  key: string
  label: string
  type: CustomFieldType
  options: string[]
  visible_to: CustomFieldAudience[]
  position: number
  archived: Generated<boolean>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}
