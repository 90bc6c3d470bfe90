import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField, PlainSelect } from '#web/ui/plain-field.tsx'
import { emptyJob, problemsOfJob, type JobDraft, type JobProblems, type JobRefusal } from './job-draft.ts'

type JobHints = {
  drivers: readonly { id: string; name: string }[]
  /** The label of the choice without a driver. */
  nobody: string
  /** Which time zone the time is in. */
  timeHint?: string
  driverHint?: string
}

type JobDialogProps = JobHints & {
  /** Creates the job. Resolves to the reason if that fails. */
  onCreate: (job: JobDraft) => Promise<JobRefusal | undefined>
  onClose: () => void
}

/** Create New Job. */
export function JobDialog({ onCreate, onClose, ...hints }: JobDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { job, set, problems, failure, isSaving, create } = useJob(dialog, onCreate)
  useEffect(() => dialog.current!.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="job-title"
      onClose={onClose}
      className="m-auto w-[min(32rem,calc(100vw-1.5rem))] rounded-2xl bg-raised p-0 text-sm text-ink shadow-raised backdrop:bg-scrim"
    >
      <form onSubmit={(event) => void create(event)} noValidate className="grid gap-4 p-5 sm:p-6">
        <h2 id="job-title" className="text-lg font-semibold tracking-tight">
          Create New Job
        </h2>
        {failure && <PlainAlert>{failure}</PlainAlert>}
        <JobFields job={job} set={set} problems={problems} {...hints} />
        <div className="mt-2 flex justify-end gap-2">
          <PlainButton disabled={isSaving} onClick={() => dialog.current!.close()}>
            Cancel
          </PlainButton>
          <PlainButton type="submit" variant="primary" isPending={isSaving}>
            Create Job
          </PlainButton>
        </div>
      </form>
    </dialog>
  )
}

/** What is typed, and what is wrong with it. The dialog closes once the job exists. */
function useJob(dialog: RefObject<HTMLDialogElement | null>, onCreate: JobDialogProps['onCreate']) {
  const [job, setJob] = useState(emptyJob)
  const [problems, setProblems] = useState<JobProblems>({})
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  const set = (change: Partial<JobDraft>) => {
    setJob({ ...job, ...change })
    setProblems((now) => omit(now, Object.keys(change)))
  }
  const refuse = (refusal: JobRefusal) => {
    if ('sentence' in refusal) return setFailure(refusal.sentence)
    setProblems(refusal.problems)
    focusFirstProblem(dialog)
  }
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setFailure(undefined)
    const found = problemsOfJob(job)
    if (Object.keys(found).length > 0) return refuse({ problems: found })
    setSaving(true)
    const refused = await onCreate(job)
    setSaving(false)
    if (refused) refuse(refused)
    else dialog.current?.close()
  }
  return { job, set, problems, failure, isSaving, create }
}

type JobFieldsProps = JobHints & {
  job: JobDraft
  set: (change: Partial<JobDraft>) => void
  problems: JobProblems
}

function JobFields({ job, set, problems, drivers, nobody, timeHint, driverHint }: JobFieldsProps) {
  return (
    <>
      <PlainField
        label="Pickup Address"
        name="pickup"
        required
        autoComplete="off"
        value={job.pickup}
        onChange={(event) => set({ pickup: event.target.value })}
        problem={problems.pickup}
      />
      <PlainField
        label="Delivery Address"
        name="delivery"
        required
        autoComplete="off"
        value={job.delivery}
        onChange={(event) => set({ delivery: event.target.value })}
        problem={problems.delivery}
      />
      <PlainField
        label="Scheduled Time"
        name="scheduledTime"
        type="datetime-local"
        required
        hint={timeHint}
        value={job.scheduledTime}
        onChange={(event) => set({ scheduledTime: event.target.value })}
        problem={problems.scheduledTime}
      />
      <PlainSelect
        label="Assign Driver"
        name="driver"
        hint={driverHint}
        problem={problems.driverId}
        value={job.driverId}
        onChange={(event) => set({ driverId: event.target.value })}
      >
        <option value="">{nobody}</option>
        {drivers.map((driver) => (
          <option key={driver.id} value={driver.id}>
            {driver.name}
          </option>
        ))}
      </PlainSelect>
    </>
  )
}

function focusFirstProblem(dialog: RefObject<HTMLDialogElement | null>): void {
  requestAnimationFrame(() => dialog.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
}

function omit(problems: JobProblems, fields: string[]): JobProblems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field)))
}
