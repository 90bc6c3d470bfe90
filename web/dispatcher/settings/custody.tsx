import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { exportCustody } from '#domain/api/custody.ts'
import { dayOf } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { useMe } from '#web/lib/me.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'

/** Downloads what proves the histories of all deliveries. */
export function Custody() {
  const { workspace } = useMe()
  const proof = useMutation({
    mutationFn: () => call(exportCustody, {}),
    onSuccess: (lines) =>
      saveFile(`karta-custody-${dayOf(new Date(), workspace.time_zone)}.jsonl`, lines, 'application/jsonl'),
  })
  return (
    <Card
      title="Chain of custody"
      description="A file that proves the history of every delivery, without personal data. Keep it elsewhere: it shows if anything is changed or removed later."
    >
      <div className="flex flex-col items-start gap-3">
        <Button
          icon={<Download aria-hidden="true" className="size-4" />}
          isPending={proof.isPending}
          onPress={() => proof.mutate()}
        >
          Download proof
        </Button>
        <div role="status" className="text-[0.8125rem] text-ink-muted empty:hidden">
          {proof.isSuccess && (
            <>
              The file was downloaded. <code>npm run custody -- verify FILE</code> verifies it without the server.
            </>
          )}
        </div>
        {proof.error && <PlainAlert>{proof.error.message}</PlainAlert>}
      </div>
    </Card>
  )
}
