import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, FileLock2, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { getPrescription, removePrescription } from '#domain/api/prescriptions.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { readingPurposes, type ReadingPurpose } from '#domain/schema/prescription.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { mayDo, useMay, useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Accesses } from './accesses.tsx'
import { Contents } from './contents.tsx'
import { doorLine, purposeWords } from './prescription-words.ts'
import type { OpenedPrescription } from './use-prescription.tsx'

type Props = { delivery: Delivery; state: OpenedPrescription }

/** The prescription of a delivery, as far as whoever looks may see it. */
export function DeliveryPrescription(props: Props) {
  return useMay('see_prescriptions') ? <Handled {...props} /> : <OnlyThatThereIsOne {...props} />
}

/** For everybody else: that there is one, and what is checked at the door. */
function OnlyThatThereIsOne({ delivery, state: { read, setRead, askInEmergency } }: Props) {
  const me = useMe()
  return (
    <div className="flex flex-col gap-4">
      <Banner icon={<FileLock2 />}>
        This delivery has a prescription. Only people who handle prescriptions can read it. {doorLine(delivery)}
      </Banner>
      {read ? (
        <>
          <Contents prescription={read} />
          <Button
            className="self-start"
            icon={<EyeOff aria-hidden="true" className="size-4" />}
            onPress={() => setRead(undefined)}
          >
            Hide
          </Button>
        </>
      ) : (
        mayDo(me, 'manage_workspace') && (
          <Button className="self-start" onPress={askInEmergency}>
            Read in an emergency
          </Button>
        )
      )}
    </div>
  )
}

function Handled({ delivery, state: { read, setRead, edit } }: Props) {
  const { id, has_prescription: isThere, erased_at } = delivery
  const client = useQueryClient()
  const [purpose, setPurpose] = useState<ReadingPurpose | null>(null)
  const reveal = useMutation({
    mutationFn: () => call(getPrescription, { params: { id }, query: { purpose: purpose ?? undefined } }),
    onSuccess: (prescription) => {
      setRead(prescription)
      void client.invalidateQueries({ queryKey: keys.prescriptionAccesses(id) })
    },
  })
  return (
    <div className="flex flex-col gap-4">
      {isThere && erased_at && (
        <Banner icon={<FileLock2 />}>The recipient was erased, and so was the prescription.</Banner>
      )}
      {isThere && !erased_at && !read && (
        <div className="flex flex-col gap-4 rounded-xl border p-4">
          <p className="text-pretty">
            This delivery has a prescription. {doorLine(delivery)} Reading it is written into the audit log.
          </p>
          <Select
            label="Purpose"
            description="Optional, for the log."
            placeholder="Not given"
            options={readingPurposes.map((each) => ({ id: each, label: purposeWords[each] }))}
            value={purpose}
            onChange={(value) => setPurpose(value as ReadingPurpose)}
          />
          {reveal.error && <SaveError title="It could not be read" error={reveal.error} />}
          <Button
            variant="primary"
            className="self-start"
            icon={<Eye aria-hidden="true" className="size-4" />}
            isPending={reveal.isPending}
            onPress={() => reveal.mutate()}
          >
            Show prescription
          </Button>
        </div>
      )}
      {isThere && !erased_at && read && (
        <>
          <Contents prescription={read} />
          <p className="text-[0.8125rem] text-ink-muted">{doorLine(delivery)}</p>
          <div className="flex flex-wrap gap-2">
            <Button icon={<EyeOff aria-hidden="true" className="size-4" />} onPress={() => setRead(undefined)}>
              Hide
            </Button>
            <Button icon={<Pencil aria-hidden="true" className="size-4" />} onPress={edit}>
              Change
            </Button>
            <Remove delivery={delivery} onRemoved={() => setRead(undefined)} />
          </div>
        </>
      )}
      {!isThere && (
        <EmptyState icon={<FileLock2 />} title="No prescription">
          {erased_at ? (
            'The recipient was erased, so none can be added.'
          ) : (
            <Button icon={<Plus aria-hidden="true" className="size-4" />} onPress={edit}>
              Add prescription
            </Button>
          )}
        </EmptyState>
      )}
      <Accesses deliveryId={id} />
    </div>
  )
}

function Remove({ delivery, onRemoved }: { delivery: Delivery; onRemoved: () => void }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(removePrescription, { params: { id: delivery.id } }),
    onSuccess: () => {
      toast({ title: `Prescription of delivery #${delivery.number} removed` })
      void client.invalidateQueries({ queryKey: keys.deliveries.all })
      void client.invalidateQueries({ queryKey: keys.prescriptionAccesses(delivery.id) })
      onRemoved()
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button onPress={() => setAsking(true)}>Remove</Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          onOpenChange={setAsking}
          title="Remove the prescription?"
          confirmLabel="Remove"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
        >
          What it says is gone for good. The log of who saw it stays, and so does what the driver checks at the door.
        </ConfirmDialog>
      )}
    </>
  )
}
