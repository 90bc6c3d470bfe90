import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { acknowledgeExcursion } from '#domain/api/temperatures.ts'
import type { TemperatureExcursion } from '#domain/schema/temperature.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'
import { degrees, placeWords } from './temperature-words.ts'

/** Somebody deals with an excursion, and says how. */
export function AcknowledgeDialog({ excursion, onClose }: { excursion: TemperatureExcursion; onClose: () => void }) {
  const client = useQueryClient()
  const { time_zone } = useMe().workspace
  const [note, setNote] = useState(excursion.note ?? '')
  const save = useMutation({
    mutationFn: () => call(acknowledgeExcursion, { params: { id: excursion.id }, body: { note: note.trim() } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.coldChain })
      toast({ tone: 'success', title: 'Noted. Nobody else on the list is told' })
      onClose()
    },
  })
  const { began_at, ended_at, lowest_c, highest_c, mean_kinetic_c, acknowledged_by } = excursion
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${placeWords(excursion)} ${ended_at ? 'was' : 'is'} out of range`}
      description={`From ${formatDateTime(began_at, time_zone)}, at ${degrees(lowest_c)} to ${degrees(highest_c)}. Mean kinetic temperature: ${degrees(mean_kinetic_c)}.`}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={!note.trim()} isPending={save.isPending} onPress={() => save.mutate()}>
            Save note
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextArea
          label="What is done about it?"
          value={note}
          onChange={setNote}
          maxLength={1000}
          isRequired
          autoFocus
          description={acknowledged_by ? `${acknowledged_by} wrote this.` : undefined}
        />
        {save.error && <SaveError title="It was not saved" error={save.error} />}
      </div>
    </Dialog>
  )
}
