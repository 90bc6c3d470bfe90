import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Eraser } from 'lucide-react'
import { useState } from 'react'
import { eraseRecipient, exportRecipient } from '#domain/api/recipients.ts'
import type { HeldData, RecipientChoice } from '#domain/schema/recipient.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { heldWords, listed } from './words.ts'

type HeldProps = { choice: RecipientChoice; held: HeldData; onErased: () => void }

/** What is stored about the chosen person, and what can be done with it. */
export function Held({ choice, held, onErased }: HeldProps) {
  const { workspace } = useMe()
  const { counts, open, open_deliveries } = held
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const words = heldWords(counts)
  const copy = useMutation({
    mutationFn: () => call(exportRecipient, { body: choice }),
    onSuccess: (file) =>
      saveFile(`karta-recipient-${dayOf(new Date(), workspace.time_zone)}.json`, file, 'application/json'),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  const erase = useMutation({
    mutationFn: () => {
      const expected = { deliveries: counts.deliveries, addresses: counts.addresses }
      return call(eraseRecipient, { body: { ...choice, expected } })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.personalData.erasures })
      toast({ title: 'Erasing has begun' })
      onErased()
    },
    onError: (error) => {
      toast({ tone: 'error', title: sentenceOf(error) })
      void queryClient.invalidateQueries({ queryKey: ['personal-data', 'held'] })
    },
    onSettled: () => setAsking(false),
  })
  return (
    <div className="flex flex-col gap-4 rounded-lg bg-sunken p-4">
      <div>
        <h3 className="font-medium">Stored about this person</h3>
        <ul className="mt-1.5 grid gap-x-6 gap-y-0.5 text-ink-muted sm:grid-cols-2">
          {words.map((line) => (
            <li key={line} className="tabular-nums">
              {line}
            </li>
          ))}
        </ul>
      </div>
      {open_deliveries > 0 && (
        <Banner tone="warning">
          {countOf(open_deliveries, 'delivery has', 'deliveries have')} not ended:{' '}
          {open.map(({ id, number }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={`/dashboard/deliveries?delivery=${id}`}>#{number}</Link>
            </span>
          ))}
          {open_deliveries > open.length && ' and more'}. Until then, nothing can be erased: wait, or cancel what will
          not be delivered.
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Download aria-hidden="true" className="size-4" />}
          isPending={copy.isPending}
          onPress={() => copy.mutate()}
        >
          Export as a file
        </Button>
        <Button
          variant="danger"
          icon={<Eraser aria-hidden="true" className="size-4" />}
          isDisabled={open_deliveries > 0}
          onPress={() => setAsking(true)}
        >
          Erase…
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Erase the recipient of ${countOf(counts.deliveries, 'delivery', 'deliveries')}?`}
        confirmLabel="Erase for good"
        cancelLabel="Keep"
        isDestructive
        isPending={erase.isPending}
        onConfirm={() => erase.mutate()}
      >
        <p>{listed(words)}: what they say about this person is erased. Nobody can bring it back.</p>
        <p className="mt-2">
          Numbers, days and who did what stay, so figures and histories are as before. Backups and files that you
          exported are not changed.
        </p>
      </ConfirmDialog>
    </div>
  )
}
