import { useState } from 'react'
import type { Integration } from '#domain/schema/integration.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { platformWords } from './platforms.ts'
import { useDisconnect } from './use-integrations.ts'

/** Asks first, then forgets the shop and its keys. */
export function DisconnectButton({ integration, onDone }: { integration: Integration; onDone?: () => void }) {
  const { name, whereKeysAre } = platformWords[integration.platform]
  const [isAsking, setAsking] = useState(false)
  const disconnect = useDisconnect(integration, () => {
    setAsking(false)
    onDone?.()
  })
  return (
    <>
      <Button onPress={() => setAsking(true)} aria-label={`Disconnect ${name}`}>
        Disconnect
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Disconnect ${name}?`}
        confirmLabel={`Disconnect ${name}`}
        isDestructive
        isPending={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
      >
        Karta forgets {integration.shop} and its keys. Deliveries of its orders stay. {whereKeysAre}
      </ConfirmDialog>
    </>
  )
}
