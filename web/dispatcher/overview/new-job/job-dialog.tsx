import { useRef } from 'react'
import { Form } from 'react-aria-components'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { JobFields, type JobHints } from './job-fields.tsx'
import { useJob, type CreateJob } from './use-job.ts'

type JobDialogProps = JobHints & {
  onCreate: CreateJob
  onClose: () => void
}

const formId = 'new-job'

/** Create New Job. */
export function JobDialog({ onCreate, onClose, ...hints }: JobDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const { job, set, problems, failure, isSaving, isChanged, create } = useJob({ form, onCreate, onCreated: onClose })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={!isChanged}
      size="medium"
      title="Create New Job"
      footer={
        <>
          <Button onPress={onClose} isDisabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" isPending={isSaving}>
            Create Job
          </Button>
        </>
      }
    >
      <Form
        ref={form}
        id={formId}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
        className="grid gap-4"
      >
        {failure && <PlainAlert>{failure}</PlainAlert>}
        <JobFields job={job} set={set} problems={problems} {...hints} />
      </Form>
    </Dialog>
  )
}
