import type { Generated } from 'kysely'
import type { TrackingSettings } from '#domain/schema/tracking-settings.ts'
import type { DefaultTimestamp } from './columns.ts'

type Settings = Omit<TrackingSettings, 'version'>

export type TrackingSettingsTable = {
  workspace_id: string
  id: Generated<string>
  version: Generated<number>
} & { [Name in keyof Settings]: Generated<Settings[Name]> }

export type AuthTrackingKeyTable = { id: string; sealed_key: Buffer; created_at: DefaultTimestamp }
