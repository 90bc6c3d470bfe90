import type { CreatedApp } from '#domain/schema/app.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SecretOnce } from '#web/ui/secret-once.tsx'

/** Shows what an app needs to connect: its ID, and for the only time its secret. */
export function NewAppSecret({ app, onClose }: { app: CreatedApp; onClose: () => void }) {
  if (app.secret !== null) {
    return (
      <SecretOnce title={`The secret of “${app.name}”`} secret={app.secret} noun="secret" onClose={onClose}>
        The app sends it with its client ID <code className="font-mono wrap-anywhere">{app.id}</code> when it trades a
        code for tokens. Keep it on your server.
      </SecretOnce>
    )
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`“${app.name}” is registered`}
      footer={<Button onPress={onClose}>Done</Button>}
    >
      <p>A public app has no secret. It connects with this client ID:</p>
      <p className="mt-3 flex items-center gap-2">
        <code className="rounded-lg border bg-sunken p-3 font-mono text-[0.8125rem] select-all wrap-anywhere">
          {app.id}
        </code>
        <CopyButton text={app.id} of="client ID" />
      </p>
    </Dialog>
  )
}
