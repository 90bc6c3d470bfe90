/** The values of the Create New Job dialog. */
export type JobDraft = {
  pickup: string
  delivery: string
  /** YYYY-MM-DDTHH:MM, as entered. */
  scheduledTime: string
  /** Empty if no driver was chosen. */
  driverId: string
}

export const emptyJob: JobDraft = { pickup: '', delivery: '', scheduledTime: '', driverId: '' }

export type JobProblems = Partial<Record<keyof JobDraft, string>>

/** Why a job was not created. */
export type JobRefusal = { sentence: string } | { problems: JobProblems }

/** Why a job cannot be created, by field. */
export function problemsOfJob(job: JobDraft): JobProblems {
  const pickup = addressProblem(job.pickup, 'Enter the pickup address.')
  const delivery = addressProblem(job.delivery, 'Enter the delivery address.')
  return {
    ...(pickup && { pickup }),
    ...(delivery && { delivery }),
    ...(!isTime(job.scheduledTime) && { scheduledTime: 'Choose a date and time.' }),
  }
}

function addressProblem(address: string, missing: string): string | undefined {
  if (!address.trim()) return missing
  return address.length > 300 ? 'At most 300 characters.' : undefined
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))
}
