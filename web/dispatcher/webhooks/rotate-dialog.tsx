import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { rotateWebhook } from '#domain/api/webhooks.ts'
import type { CreatedWebhookEndpoint } from '#domain/schema/webhook.ts'
import type { WebhookEndpoint } from '#domain/schema/webhook-endpoint.ts'
import { call } from '#web/lib/call.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { NewSecret } from './new-secret.tsx'

const overlaps = [
  { id: '24', label: 'For a day' },
  { id: '1', label: 'For an hour' },
  { id: '168', label: 'For a week' },
  { id: '0', label: 'Not at all: the old secret leaked' },
]

type Props = { endpoint: WebhookEndpoint; onClose: () => void; onRotated: () => void }

/** Asks how long calls should be signed with the old secret too, and shows the new one once. */
export function RotateDialog({ endpoint, onClose, onRotated }: Props) {
  const [hours, setHours] = useState(overlaps[0]!.id)
  const [made, setMade] = useState<CreatedWebhookEndpoint>()
  const rotate = useMutation({
    mutationFn: () =>
      call(rotateWebhook, {
        params: { id: endpoint.id },
        body: { overlap_hours: Number(hours) },
        version: endpoint.version,
      }),
    onSuccess: (created) => {
      setMade(created)
      onRotated()
    },
  })
  if (made) return <NewSecret endpoint={made} onClose={onClose} />
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Change the secret"
      description={endpoint.url}
      isDismissable={!rotate.isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={rotate.isPending}>
            Cancel
          </Button>
          <Button variant="primary" isPending={rotate.isPending} onPress={() => rotate.mutate()}>
            Make a new secret
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {rotate.error && <LoadError title="The secret was not changed" error={rotate.error} />}
        <Select
          label="Sign with the old secret too"
          description="Give the new one to your program within this time. Until then, calls have both signatures."
          options={overlaps}
          value={hours}
          onChange={(id) => setHours(String(id))}
        />
      </div>
    </Dialog>
  )
}
