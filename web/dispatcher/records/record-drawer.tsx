import { useState, type ComponentProps, type ReactNode } from 'react'
import { Form } from 'react-aria-components'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { SaveError } from '#web/lib/save-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

type RecordDrawerProps = {
  title: string
  form: {
    submit: () => Promise<void>
    isSaving: boolean
    isChanged: boolean
    failure: unknown
    hasProblems: boolean
    conflict: ComponentProps<typeof FormConflict>['conflict']
    news: ComponentProps<typeof FormNews>['news']
  }
  /** False for people who may look only. */
  isEditable: boolean
  /** False while something is shown that has rights of its own, such as a tab. */
  locksAll?: boolean
  /** Why they may look only. */
  whyNot?: ReactNode
  submitLabel: string
  onClose: () => void
  /** Brings the record back if somebody deletes it meanwhile. */
  onRestore?: (() => void) | undefined
  children: ReactNode
  /** Below the form, such as a history. */
  after?: ReactNode
}

/** A form over one record in a drawer: saves on Enter, asks before throwing changes away. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { title, form, isEditable, locksAll = true, whyNot, submitLabel, onClose, onRestore, children, after } = props
  // Somebody may take the right away meanwhile. What was typed stays, to be copied.
  const [wasEditable] = useState(isEditable)
  const { close, question } = useUnsavedGuard(form.isChanged && wasEditable, onClose)
  return (
    <>
      <Drawer
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
        title={title}
        footer={
          isEditable && (
            <>
              {/* The marked fields may be far from the button. */}
              {form.hasProblems && (
                <p role="alert" className="mr-auto self-center font-medium text-danger-ink">
                  Correct the marked fields
                </p>
              )}
              <Button onPress={close}>Cancel</Button>
              <Button variant="primary" type="submit" form="record-form" isPending={form.isSaving}>
                {submitLabel}
              </Button>
            </>
          )
        }
      >
        <Form
          id="record-form"
          validationBehavior="aria"
          onSubmit={(event) => {
            event.preventDefault()
            if (isEditable) void form.submit()
          }}
          className="flex flex-col gap-4"
        >
          {wasEditable && !isEditable && (
            <Banner tone="warning">
              Your role was changed, so you can no longer save this. What you entered is still here to copy.
            </Banner>
          )}
          {!isEditable && whyNot}
          <FormNews news={form.news} onRestore={isEditable ? onRestore : undefined} />
          {form.failure !== undefined && <SaveError title="Your changes were not saved" error={form.failure} />}
          <fieldset disabled={locksAll && !wasEditable} className="contents">
            {children}
          </fieldset>
        </Form>
        {after}
      </Drawer>
      <FormConflict conflict={form.conflict} />
      <ConfirmDialog
        {...question}
        title="Discard your changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        isDestructive
      >
        Your changes have not been saved.
      </ConfirmDialog>
    </>
  )
}
