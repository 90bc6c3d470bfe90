import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renameScenario } from '#domain/api/plans.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Gives a scenario another name. */
export function RenameDialog({ scenario, onClose }: { scenario: PlanSummary; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(scenario.what_if?.name ?? '')
  const rename = useMutation({
    mutationFn: () =>
      changeRecord(scenario, { what_if: { ...scenario.what_if!, name } }, (version) =>
        call(renameScenario, { params: { id: scenario.id }, body: { name }, version }),
      ),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: keys.plans.all }),
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Rename the scenario"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={!name.trim()}
            isPending={rename.isPending}
            onPress={() => rename.mutate()}
          >
            Rename
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        isRequired
        maxLength={60}
        value={name}
        onChange={setName}
        {...(rename.error && { errorMessage: sentenceOf(rename.error) })}
      />
    </Dialog>
  )
}
