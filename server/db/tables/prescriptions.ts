import type { Generated } from 'kysely'
import type { Timestamp } from './columns.ts'

/** What a prescription says, for those who handle prescriptions. */
export type PrescriptionTable = {
  workspace_id: string
  delivery_id: string
  sealed: Buffer
  created_at: Timestamp
  updated_at: Timestamp
  updated_by: string
  version: Generated<number>
}

/** Who may receive what is brought, for its driver. */
export type PrescriptionDoorTable = {
  workspace_id: string
  delivery_id: string
  sealed: Buffer
}

/** When somebody last opened a confidential delivery, as far as the audit log says it. */
export type DeliveryOpeningTable = {
  workspace_id: string
  delivery_id: string
  /** The member's user, or the key. */
  person_id: string
  opened_at: Timestamp
}
