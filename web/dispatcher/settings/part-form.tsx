import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { SaveError } from '#web/lib/save-error.tsx'
import type { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'

type RecordForm = ReturnType<typeof useRecordForm>
type Shown = Pick<RecordForm, 'news' | 'failure' | 'hasProblems' | 'isSaving' | 'isChanged' | 'conflict'>

type PartFormProps = {
  form: Shown & { submit: () => Promise<void> }
  isEditable: boolean
  submitLabel?: string
  /** Where there are usual values: whether these are, and how to go back to them. */
  usual?: { is: boolean; reset: () => void }
  children: ReactNode
}

/** A form of settings that stays open: the cards in it, what is wrong, and how it is saved. */
export function PartForm({ form, isEditable, submitLabel = 'Save settings', usual, children }: PartFormProps) {
  return (
    <Form
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
      className="flex flex-col gap-5"
    >
      <FormNews news={form.news} />
      {form.failure !== undefined && <SaveError title="The settings were not saved" error={form.failure} />}
      {children}
      {form.hasProblems && (
        <p role="alert" className="font-medium text-danger-ink">
          Correct the marked fields, then save again.
        </p>
      )}
      {isEditable && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isPending={form.isSaving} isDisabled={!form.isChanged}>
            {submitLabel}
          </Button>
          {usual && (
            <Button
              icon={<RotateCcw aria-hidden="true" className="size-4" />}
              isDisabled={usual.is}
              onPress={usual.reset}
            >
              Set back to the usual values
            </Button>
          )}
        </div>
      )}
      <FormConflict conflict={form.conflict} />
    </Form>
  )
}
