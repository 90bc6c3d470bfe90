import type { Generated } from 'kysely'
import type { ImportedKind } from '#domain/schema/import-mapping.ts'
import type { DefaultTimestamp } from './columns.ts'

type Kept = {
  id: Generated<string>
  workspace_id: string
  name: string
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
  version: Generated<number>
}

export type SavedViewTable = Kept & {
  user_id: string
  query: string
  columns: string[] | null
  is_shared: boolean
}

export type DefaultViewTable = { workspace_id: string; user_id: string; view_id: string }

export type ImportMappingTable = Kept & { kind: ImportedKind; header: string[]; fields: string[] }
