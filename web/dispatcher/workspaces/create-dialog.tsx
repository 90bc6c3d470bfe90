import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form } from 'react-aria-components'
import { useNavigate } from 'react-router'
import { createWorkspace } from '#domain/api/workspaces.ts'
import { closestLanguage, type Language } from '#domain/language.ts'
import { NewWorkspace, type Workspace } from '#domain/schema/workspace.ts'
import { call } from '#web/lib/call.ts'
import { formatSample } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { inWorkspace } from '#web/lib/workspace.ts'
import { workspacesQuery } from '#web/lib/workspaces.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { currencies, languages, timeZones } from '../settings/choices.ts'

type CreateDialogProps = {
  /** Where the settings come from: the workspace that is shown, if one is. */
  from?: Workspace | undefined
  onClose: () => void
}

/** Creates a workspace that the person owns, and opens it. */
export function CreateDialog({ from, onClose }: CreateDialogProps) {
  const { values, field, set, ...form } = useCreation(from, onClose)
  // Somebody who belongs to none may be about to begin the trial.
  const isFirst = useQuery(workspacesQuery).data?.length === 0
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Create workspace"
      description={
        isFirst
          ? 'A place of its own for deliveries, drivers and members. You will be its owner.'
          : 'A place of its own for deliveries, drivers and members. You will be its owner. It begins on Free: the trial is once for each person.'
      }
      isDismissable={!form.isChanged && !form.isSaving}
      footer={
        <>
          <Button onPress={onClose} isDisabled={form.isSaving}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="new-workspace" isPending={form.isSaving}>
            Create workspace
          </Button>
        </>
      }
    >
      <Form
        id="new-workspace"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
        className="flex flex-col gap-4"
      >
        {form.failure !== undefined && <SaveError title="The workspace was not created" error={form.failure} />}
        <TextField label="Name" placeholder="Kopi Kirim Bandung" autoFocus isRequired {...field('name')} />
        <ComboBox
          label="Time Zone"
          options={timeZones}
          {...field('time_zone')}
          onChange={(value) => value && set('time_zone', String(value))}
        />
        <ComboBox
          label="Date and number format"
          options={languages}
          description={formatSample(values.language)}
          {...field('language')}
          onChange={(value) => value && set('language', value as Language)}
        />
        <ComboBox
          label="Currency"
          options={currencies}
          {...field('currency')}
          onChange={(value) => value && set('currency', String(value))}
        />
      </Form>
    </Dialog>
  )
}

function useCreation(from: Workspace | undefined, onClose: () => void) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useRecordForm({
    initial: {
      name: '',
      time_zone: from?.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: from?.language ?? closestLanguage(navigator.languages),
      currency: from?.currency ?? 'USD',
    },
    toBody: (values) => values,
    schema: NewWorkspace,
    async save(body) {
      try {
        const { id } = await call(createWorkspace, { body })
        onClose()
        await navigate(inWorkspace('/dashboard', id))
      } finally {
        // Also after a failure: the reply may be lost, and the workspace is there.
        void queryClient.invalidateQueries({ queryKey: keys.workspaces })
      }
    },
    onSaved: () => {},
  })
}
