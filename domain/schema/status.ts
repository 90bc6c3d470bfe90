import { z } from 'zod'
import { text } from '../api/endpoint.ts'
import { correctedStatuses, statusesByHand } from '../delivery-state.ts'
import { failureReasonNames } from '../failure-reasons.ts'
import { Instant } from '../time.ts'

export const FailureReason = z.enum(failureReasonNames).meta({ id: 'FailureReason' })

/** What is kept of how a delivery got its status. */
export const statusFields = {
  status_at: Instant.nullable().describe('When it got its status, as far as that was recorded'),
  failure_reason: FailureReason.nullable().describe('Why it failed; null otherwise'),
  status_note: z.string().nullable().describe('What a person wrote about its status'),
}

const said = {
  reason: FailureReason.optional().describe('Required if it failed'),
  note: text(500).nullable().optional().describe('What else is to be known'),
}

type Said = { status: string; reason?: string | undefined }
const hasReason = ({ status, reason }: Said) => status !== 'failed' || reason !== undefined
const isReasonWanted = ({ status, reason }: Said) => status === 'failed' || reason === undefined
const missing = { path: ['reason'], message: 'Choose why it failed.' }
const unwanted = { path: ['reason'], message: 'Only a failed delivery has a reason.' }

/** What has happened to a delivery, as a person says it. */
export const StatusStep = z
  .strictObject({
    status: z.enum(statusesByHand),
    at: Instant.optional().describe('When it happened: now by default, never in the future'),
    ...said,
  })
  .refine(hasReason, missing)
  .refine(isReasonWanted, unwanted)
  .meta({ id: 'StatusStep' })
export type StatusStep = z.infer<typeof StatusStep>

/** What a delivery's status should have been, and why it was wrong. */
export const StatusCorrection = z
  .strictObject({
    status: z.enum(correctedStatuses).describe('The right status; the same one to correct its time or reason'),
    at: Instant.optional().describe('When it really happened; by default as recorded'),
    ...said,
    why: text(500).min(1, 'Say why you correct it.').describe('Why the status was wrong. The history keeps it'),
  })
  .refine(hasReason, missing)
  .refine(isReasonWanted, unwanted)
  .meta({ id: 'StatusCorrection' })
export type StatusCorrection = z.infer<typeof StatusCorrection>
