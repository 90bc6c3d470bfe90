import { useEffect, useRef, useState, type FormEvent } from 'react'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField, PlainSelect } from '#web/ui/plain-field.tsx'
import { emptyJob, problemsOfJob, type JobDraft, type JobProblems } from './job-draft.ts'

type JobDialogProps = {
  drivers: readonly { id: string; name: string }[]
  /** What the choice without a driver says. */
  nobody: string
  /** Creates the job; resolves to the sentence to show when that fails. */
  onCreate: (job: JobDraft) => Promise<string | undefined>
  onClose: () => void
}

/** Create New Job. */
export function JobDialog({ drivers, nobody, onCreate, onClose }: JobDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const [job, setJob] = useState(emptyJob)
  const [problems, setProblems] = useState<JobProblems>({})
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  useEffect(() => ref.current!.showModal(), [])

  const set = (change: Partial<JobDraft>) => {
    setJob({ ...job, ...change })
    setProblems({})
  }
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const found = problemsOfJob(job)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstProblem(ref.current!)
    setSaving(true)
    const refused = await onCreate(job)
    setSaving(false)
    setFailure(refused)
    if (!refused) ref.current?.close()
  }
  return (
    <dialog
      ref={ref}
      aria-labelledby="job-title"
      onClose={onClose}
      className="m-auto w-[min(32rem,calc(100vw-1.5rem))] rounded-2xl bg-raised p-0 text-sm text-ink shadow-raised backdrop:bg-scrim"
    >
      <form onSubmit={(event) => void create(event)} noValidate className="grid gap-4 p-5 sm:p-6">
        <h2 id="job-title" className="text-lg font-semibold tracking-tight">
          Create New Job
        </h2>
        {failure && <PlainAlert>{failure}</PlainAlert>}
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
          value={job.scheduledTime}
          onChange={(event) => set({ scheduledTime: event.target.value })}
          problem={problems.scheduledTime}
        />
        <PlainSelect
          label="Assign Driver"
          name="driver"
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
        <div className="mt-2 flex justify-end gap-2">
          <PlainButton disabled={isSaving} onClick={() => ref.current!.close()}>
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

function focusFirstProblem(dialog: HTMLDialogElement): void {
  requestAnimationFrame(() => dialog.querySelector<HTMLElement>('[aria-invalid]')?.focus())
}
