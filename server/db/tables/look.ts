import type { ColumnType, Generated } from 'kysely'

type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>

export type WorkspaceLookTable = {
  workspace_id: string
  id: Generated<string>
  logo_object_id: OrNull<string>
  logo_sha256: OrNull<string>
  accent: OrNull<string>
  contact: OrNull<string>
  version: Generated<number>
}
