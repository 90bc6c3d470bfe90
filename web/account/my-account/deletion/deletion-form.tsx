import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { requestAccountDeletion } from '#domain/api/account.ts'
import type { AccountDeletion, DeletionRequest } from '#domain/schema/account.ts'
import { call } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { refreshAccount } from '../account-query.ts'
import { WorkspaceChoices } from './workspace-choices.tsx'

type Choice = DeletionRequest['workspaces'][number]

/** The questions before an account is deleted. */
export function DeletionForm({ deletion, onClose }: { deletion: AccountDeletion; onClose: () => void }) {
  const client = useQueryClient()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const request = useMutation({
    mutationFn: (body: DeletionRequest) => call(requestAccountDeletion, { body }),
    onSuccess: async () => {
      await refreshAccount(client)
      onClose()
      window.scrollTo({ top: 0 })
      toast({ title: 'Your account will be deleted in 7 days' })
    },
  })
  const undecided = deletion.owned.find(({ id }) => !choices[id])
  const send = (event: FormEvent) => {
    event.preventDefault()
    const isTyped = typed.trim().toLowerCase() === deletion.confirmation.toLowerCase()
    const found = undecided
      ? `Choose what happens to ${undecided.name}.`
      : isTyped
        ? undefined
        : `Type ${deletion.confirmation} to confirm.`
    setProblem(found)
    if (!found) request.mutate({ confirmation: typed.trim(), workspaces: Object.values(choices) })
  }
  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-5 wrap-anywhere">
      {request.error && <PlainAlert>{request.error.message}</PlainAlert>}
      <WorkspaceChoices
        owned={deletion.owned}
        shared={deletion.shared}
        choices={choices}
        onChoose={(choice) => {
          setProblem(undefined)
          setChoices({ ...choices, [choice.id]: choice })
        }}
      />
      <TextField
        label={`Type ${deletion.confirmation} to confirm`}
        autoComplete="off"
        value={typed}
        errorMessage={problem}
        onChange={(text) => {
          setProblem(undefined)
          setTyped(text)
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onClose} isDisabled={request.isPending}>
          Keep my account
        </Button>
        <Button type="submit" variant="danger" isPending={request.isPending}>
          Delete my account
        </Button>
      </div>
    </form>
  )
}
