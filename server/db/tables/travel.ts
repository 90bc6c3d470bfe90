import type { Generated } from 'kysely'
import type { Timestamp } from './columns.ts'

/** Seconds and meters from some places to others, as a routing engine answered. */
export type TravelBlockTable = {
  id: Generated<string>
  workspace_id: string
  source: string
  origins: number[]
  destinations: number[]
  travel: Buffer
  asked_at: Timestamp
}

/** The roads from one place to another. */
export type TravelWayTable = {
  workspace_id: string
  source: string
  origin: number
  destination: number
  way: string | null
  asked_at: Timestamp
}
