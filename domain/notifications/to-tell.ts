import type { DeliveryState } from '../delivery-state.ts'
import type { FailureReason } from '../failure-reasons.ts'
import type { MessageLanguage } from '../messages/languages.ts'

/** What is told of a delivery, and to whom. */
export type ToTell = {
  id: string
  number: number
  status: DeliveryState
  failure_reason: FailureReason | null
  recipient_name: string | null
  recipient_phone: string | null
  recipient_email: string | null
  recipient_language: MessageLanguage | null
  is_confidential: boolean
  tracking_generation: number
  scheduled_date: string | null
  window_start: string | null
  window_end: string | null
  depot_id: string | null
  route_id: string | null
  plan_id: string | null
  erased_at: string | null
  deleted_at: string | null
  arrival_at: string | null
  p10_at: string | null
  p50_at: string | null
  p90_at: string | null
  /** How many stops come before. */
  before: number
}

/** What notifications need to know of the workspace. */
export type Sender = {
  name: string
  zone: string
  language: string
  currency: string
  country: string
  contact: string | null
  accent: string | null
}
