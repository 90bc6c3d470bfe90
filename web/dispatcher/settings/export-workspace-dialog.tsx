import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { startWorkspaceExport } from '#domain/api/workspace-exports.ts'
import { leastPassphrase } from '#domain/schema/workspace-export.ts'
import type { Workspace } from '#domain/schema/workspace.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { OwnerFailure } from './owner-failure.tsx'

/** Says what the file holds, and asks for a passphrase. */
export function ExportWorkspaceDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const start = useMutation({
    mutationFn: () => call(startWorkspaceExport, { body: { passphrase: typed === '' ? null : typed } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.workspaceExports })
      onClose()
    },
  })

  function submit(): void {
    if (start.isPending) return
    if (typed !== '' && typed.length < leastPassphrase) {
      return setProblem(`Use at least ${leastPassphrase} characters, such as four words.`)
    }
    start.mutate()
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`Export ${workspace.name}?`}
      isDismissable={!start.isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={start.isPending}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="export-workspace-form" isPending={start.isPending}>
            Export workspace
          </Button>
        </>
      }
    >
      <Form
        id="export-workspace-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="flex flex-col gap-4 wrap-anywhere"
      >
        {start.error && <OwnerFailure failure={start.error} anchor="export-workspace" />}
        <p>
          The file holds names, addresses and phone numbers of all recipients, and where drivers were. Whoever has it
          can read all of it, unless it is encrypted.
        </p>
        <TextField
          label="Passphrase (optional)"
          description="Without one, prescriptions, API keys and secrets of webhooks are left out. Nobody can recover it."
          type="password"
          autoComplete="new-password"
          autoFocus
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setProblem(undefined)
          }}
          errorMessage={problem}
        />
        <p className="text-[0.8125rem] text-ink-muted">
          How you sign in is never in it. Connected shops, apps and browser notifications are set up again where you go.
        </p>
      </Form>
    </Dialog>
  )
}
