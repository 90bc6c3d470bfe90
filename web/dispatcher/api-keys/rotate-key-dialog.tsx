import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { rotateApiKey } from '#domain/api/api-keys.ts'
import type { ApiKey, CreatedApiKey } from '#domain/schema/api-key.ts'
import { call } from '#web/lib/call.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { overlaps } from './key-words.ts'
import { NewSecret } from './new-secret.tsx'

type Props = { apiKey: ApiKey; onClose: () => void; onRotated: () => void }

/** Asks how long the old secret should go on working, and shows the new one once. */
export function RotateKeyDialog({ apiKey, onClose, onRotated }: Props) {
  const [hours, setHours] = useState<string>(overlaps[0].id)
  const [made, setMade] = useState<CreatedApiKey>()
  const rotate = useMutation({
    mutationFn: () =>
      call(rotateApiKey, {
        params: { id: apiKey.id },
        body: { overlap_hours: Number(hours) },
        version: apiKey.version,
      }),
    onSuccess: (created) => {
      setMade(created)
      onRotated()
    },
  })
  if (made) return <NewSecret apiKey={made} onClose={onClose} />
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Rotate “${apiKey.name}”`}
      description="The key gets a new secret. What it may do stays the same."
      isDismissable={!rotate.isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={rotate.isPending}>
            Cancel
          </Button>
          <Button variant="primary" isPending={rotate.isPending} onPress={() => rotate.mutate()}>
            Rotate key
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {rotate.error && <LoadError title="The key was not rotated" error={rotate.error} />}
        <Select
          label="The old secret goes on working"
          description="Give the new one to all programs within this time. This page shows which of the two is still used."
          options={overlaps}
          value={hours}
          onChange={(id) => setHours(String(id))}
        />
      </div>
    </Dialog>
  )
}
