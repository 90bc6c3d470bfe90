import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { renewMailIn } from '#domain/api/mail-in.ts'
import type { MailIn } from '#domain/schema/mail-in.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The secret address, and the button that ends it. */
export function AddressCard({ settings, address }: { settings: MailIn; address: string }) {
  const client = useQueryClient()
  const shown = useRef<HTMLElement>(null)
  const [isAsking, setAsking] = useState(false)
  const renew = useMutation({
    mutationFn: () => call(renewMailIn, { version: settings.version }),
    onSuccess: (renewed) => {
      client.setQueryData(keys.mailIn.settings, renewed)
      toast({ title: 'The address is a new one. Tell your shops.' })
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: keys.mailIn.settings })
      toast({ tone: 'error', title: sentenceOf(error) })
    },
    onSettled: () => setAsking(false),
  })
  return (
    <Card
      title="Your address"
      description="Whoever knows it can send you orders, as long as they are on the list below. Keep it to your shops."
    >
      <div className="flex flex-col items-start gap-3">
        <code ref={shown} className="font-mono text-[0.9375rem] wrap-anywhere">
          {address}
        </code>
        <div className="flex flex-wrap gap-2">
          <CopyButton
            text={address}
            of="the address"
            onRefused={() => getSelection()?.selectAllChildren(shown.current!)}
          />
          <Button onPress={() => setAsking(true)}>New address</Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Get a new address?"
        confirmLabel="New address"
        isPending={renew.isPending}
        onConfirm={() => renew.mutate()}
        onOpenChange={setAsking}
      >
        The old one stops working at once, and mail to it is not taken.
      </ConfirmDialog>
    </Card>
  )
}
