import type { AccountDeletion, DeletionRequest } from '#domain/schema/account.ts'
import { countOf } from '#web/lib/format.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'

type Choice = DeletionRequest['workspaces'][number]
type Owned = AccountDeletion['owned'][number]

type WorkspaceChoicesProps = {
  owned: AccountDeletion['owned']
  shared: AccountDeletion['shared']
  choices: Record<string, Choice>
  onChoose: (choice: Choice) => void
}

/** What happens to the workspaces: each one without another owner is deleted or handed over. */
export function WorkspaceChoices({ owned, shared, choices, onChoose }: WorkspaceChoicesProps) {
  return (
    <>
      {owned.map((workspace) => (
        <WorkspaceChoice key={workspace.id} workspace={workspace} choice={choices[workspace.id]} onChoose={onChoose} />
      ))}
      {shared.length > 0 && (
        <p className="text-ink-muted">
          You leave {shared.map(({ name }) => name).join(', ')}. {shared.length === 1 ? 'It stays' : 'They stay'} as it
          is for the others.
        </p>
      )}
    </>
  )
}

type WorkspaceChoiceProps = { workspace: Owned; choice: Choice | undefined; onChoose: (choice: Choice) => void }

function WorkspaceChoice({ workspace: { id, name, deliveries, others }, choice, onChoose }: WorkspaceChoiceProps) {
  const heir = choice?.action === 'transfer' ? choice.new_owner_id : others[0]?.user_id
  return (
    <div className="grid gap-3 rounded-xl border p-4">
      <RadioGroup
        label={`What happens to ${name}?`}
        value={choice?.action ?? null}
        onChange={(action) => {
          if (action === 'transfer' && heir) onChoose({ id, action, new_owner_id: heir })
          if (action === 'delete') onChoose({ id, action })
        }}
        options={[
          {
            id: 'delete',
            label: 'Delete it too',
            description: whatGoes(deliveries, others.length),
          },
          {
            id: 'transfer',
            label: 'Give it to another member',
            description: others.length > 0 ? 'They become its owner.' : 'There is no other member. Invite one first.',
            isDisabled: others.length === 0,
          },
        ]}
      />
      {choice?.action === 'transfer' && (
        <Select
          label="New owner"
          options={others.map(({ user_id: userId, name: member, role }) => ({
            id: userId,
            label: member,
            description: role,
          }))}
          value={heir ?? null}
          onChange={(key) => onChoose({ id, action: 'transfer', new_owner_id: String(key) })}
        />
      )}
    </div>
  )
}

function whatGoes(deliveries: number, others: number): string {
  const held = deliveries > 0 ? `${countOf(deliveries, 'delivery', 'deliveries')}, its routes` : 'routes'
  const losing = others > 0 ? `; ${countOf(others, 'other member loses', 'other members lose')} access` : ''
  return `With its ${held}, drivers and vehicles${losing}.`
}
