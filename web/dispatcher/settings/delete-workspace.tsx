import { useState } from 'react'
import type { Workspace } from '#domain/schema/workspace.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DeleteWorkspaceDialog } from './delete-workspace-dialog.tsx'

/** Deletes the workspace, for its owners. */
export function DeleteWorkspace({ workspace }: { workspace: Workspace }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Delete workspace"
      description="This deletes everything in it, for everybody, at once and for good."
      isPadded={false}
      actions={
        <Button variant="danger-quiet" onPress={() => setOpen(true)}>
          Delete workspace
        </Button>
      }
    >
      {isOpen && <DeleteWorkspaceDialog workspace={workspace} onClose={() => setOpen(false)} />}
    </Card>
  )
}
