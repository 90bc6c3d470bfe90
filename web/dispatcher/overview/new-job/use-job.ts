import { useState, type RefObject } from 'react'
import { emptyJob, problemsOfJob, type JobDraft, type JobProblems, type JobRefusal } from './job-draft.ts'

/** Creates the job. Resolves to the reason if that fails. */
export type CreateJob = (job: JobDraft) => Promise<JobRefusal | undefined>

type Options = { form: RefObject<HTMLFormElement | null>; onCreate: CreateJob; onCreated: () => void }

/** What is entered in the dialog, and what is wrong with it. */
export function useJob({ form, onCreate, onCreated }: Options) {
  const [job, setJob] = useState(emptyJob)
  const [problems, setProblems] = useState<JobProblems>({})
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  const set = (change: Partial<JobDraft>) => {
    setJob((now) => ({ ...now, ...change }))
    setProblems((now) => omit(now, Object.keys(change)))
  }
  const refuse = (refusal: JobRefusal) => {
    if ('sentence' in refusal) return setFailure(refusal.sentence)
    setProblems(refusal.problems)
    focusFirstProblem(form)
  }
  const create = async () => {
    if (isSaving) return
    setFailure(undefined)
    const found = problemsOfJob(job)
    if (Object.keys(found).length > 0) return refuse({ problems: found })
    setSaving(true)
    const refused = await onCreate(job)
    setSaving(false)
    if (refused) refuse(refused)
    else onCreated()
  }
  return { job, set, problems, failure, isSaving, isChanged: job !== emptyJob, create }
}

function focusFirstProblem(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() =>
    form.current?.querySelector<HTMLElement>('input[aria-invalid], [role=spinbutton][aria-invalid]')?.focus(),
  )
}

function omit(problems: JobProblems, fields: string[]): JobProblems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field)))
}
