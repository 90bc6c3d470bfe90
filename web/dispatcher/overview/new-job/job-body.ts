import type { z } from 'zod'
import type { NewDelivery } from '#domain/schema/delivery.ts'
import { instantOf } from '#domain/time.ts'
import { CallError } from '#web/lib/call.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { atItsField } from '../../deliveries/form/delivery-values.ts'
import type { JobDraft, JobProblems, JobRefusal } from './job-draft.ts'

/** A job in the API's form. Its time is in the workspace's time zone. */
export function bodyOf(job: JobDraft, timeZone: string): z.input<typeof NewDelivery> {
  const [day = '', time = ''] = job.scheduledTime.split('T')
  return {
    pickup_address: job.pickup,
    delivery_address: job.delivery,
    scheduled_time: instantOf(day, time.slice(0, 5), timeZone).toISOString(),
    wanted_driver_id: job.driverId || null,
  }
}

const fields: Record<string, keyof JobDraft> = {
  pickup_address: 'pickup',
  delivery_address: 'delivery',
  scheduled_time: 'scheduledTime',
  wanted_driver_id: 'driverId',
}

/** Why a job was not created: by field if possible, otherwise in a sentence. */
export function refusalOf(failure: unknown): JobRefusal {
  const error = atItsField(failure)
  const problems: JobProblems = {}
  for (const { path, message } of error instanceof CallError ? error.problems : []) {
    const field = fields[path.split('.')[0]!]
    if (!field) return { sentence: sentenceOf(error) }
    problems[field] ??= message
  }
  return Object.keys(problems).length ? { problems } : { sentence: sentenceOf(error) }
}
