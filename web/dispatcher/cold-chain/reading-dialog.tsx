import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recordTemperatures } from '#domain/api/temperatures.ts'
import type { CompartmentNow } from '#domain/schema/temperature.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { placeKey, placeWords } from './temperature-words.ts'

type DialogProps = { compartments: readonly CompartmentNow[]; onClose: () => void }

/** Somebody reads a thermometer, now. */
export function ReadingDialog({ compartments, onClose }: DialogProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(placeKey(compartments[0]!))
  const [celsius, setCelsius] = useState(Number.NaN)
  const place = compartments.find((each) => placeKey(each) === chosen) ?? compartments[0]!
  const save = useMutation({
    mutationFn: () =>
      call(recordTemperatures, {
        body: {
          source: 'hand',
          readings: [
            { vehicle: place.vehicle_id, compartment: place.compartment, read_at: new Date().toISOString(), celsius },
          ],
        },
      }),
    onSuccess: async ({ refused }) => {
      if (refused.length) return
      await client.invalidateQueries({ queryKey: keys.coldChain })
      toast({ tone: 'success', title: 'The reading was added' })
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Add a reading"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={Number.isNaN(celsius)}
            isPending={save.isPending}
            onPress={() => save.mutate()}
          >
            Add
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Select
          label="Where"
          options={compartments.map((each) => ({ id: placeKey(each), label: placeWords(each) }))}
          value={placeKey(place)}
          onChange={(value) => setChosen(String(value))}
        />
        <NumberField
          label="Temperature"
          unit="°C"
          minValue={-100}
          maxValue={150}
          value={celsius}
          onChange={setCelsius}
        />
        {save.data?.refused[0] && <Banner tone="danger">It was not added. {save.data.refused[0].reason}</Banner>}
        {save.error && <SaveError title="It was not added" error={save.error} />}
      </div>
    </Dialog>
  )
}
