import { parseAbsolute, type ZonedDateTime } from '@internationalized/date'
import { useState } from 'react'
import type { Transfer } from '#domain/schema/transfer.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useTransferStep } from './use-transfer-step.ts'

const steps = [15, 30, 60]

/** Says when a transfer is expected now. */
export function LaterDialog({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const { time_zone: zone } = useMe().workspace
  const expected = parseAbsolute(transfer.expected_at, zone)
  const [at, setAt] = useState<ZonedDateTime | null>(expected)
  const move = useTransferStep(transfer, onClose)
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`When does transfer ${transfer.number} arrive?`}
      description={`Planned ${formatDateTime(transfer.arrives_at, zone)}. Routes that load its goods too early are warned.`}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={!at}
            isPending={move.isPending}
            onPress={() => move.mutate({ step: 'change', body: { expected_at: at!.toAbsoluteString() } })}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <DatePicker label="Expected" value={at} onChange={setAt} granularity="minute" hideTimeZone isRequired />
        <div className="flex flex-wrap gap-2">
          {steps.map((minutes) => (
            <Button key={minutes} size="small" onPress={() => setAt(expected.add({ minutes }))}>
              {`${minutes} min later`}
            </Button>
          ))}
        </div>
        {move.error && <SaveError title="It was not saved" error={move.error} />}
      </div>
    </Dialog>
  )
}
