import { useState } from 'react'
import { Form } from 'react-aria-components'
import { deleteWorkspace } from '#domain/api/workspaces.ts'
import type { Workspace } from '#domain/schema/workspace.ts'
import { call } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { OwnerFailure } from './owner-failure.tsx'

/** Says what goes, and has the owner type the name of the workspace. */
export function DeleteWorkspaceDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const [isDeleting, setDeleting] = useState(false)
  const { id, name } = workspace

  async function remove(): Promise<void> {
    if (isDeleting) return
    setFailure(undefined)
    if (typed.trim().toLowerCase() !== name.trim().toLowerCase()) return setProblem(`Type ${name} to confirm.`)
    setDeleting(true)
    try {
      await call(deleteWorkspace, { params: { id }, body: { confirmation: typed } })
      // A full page load, so that nothing of the workspace stays in memory.
      window.location.assign('/dashboard')
    } catch (error) {
      setFailure(error)
      setDeleting(false)
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${name}?`}
      isDismissable={!isDeleting}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isDeleting}>
            Keep workspace
          </Button>
          <Button variant="danger" type="submit" form="delete-workspace" isPending={isDeleting}>
            Delete workspace
          </Button>
        </>
      }
    >
      <Form
        id="delete-workspace"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          void remove()
        }}
        className="flex flex-col gap-4 wrap-anywhere"
      >
        {failure !== undefined && <OwnerFailure failure={failure} anchor="delete-workspace" />}
        <p>
          Everything is deleted: deliveries with their histories and proofs, plans, drivers, vehicles, depots,
          addresses, files and the audit log. Members lose access at once, and API keys and connected shops stop
          working.
        </p>
        <p>Nobody can undo this. Export first what you have to keep.</p>
        <TextField
          label={`Type ${name} to confirm`}
          autoFocus
          isRequired
          autoComplete="off"
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setProblem(undefined)
          }}
          errorMessage={problem}
        />
      </Form>
    </Dialog>
  )
}
