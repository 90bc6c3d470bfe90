import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { listMembers } from '#domain/api/members.ts'
import { may } from '#domain/permissions.ts'
import { mostEscalationSteps, type AlertSettings } from '#domain/schema/alert-settings.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { everyPage } from '../every-page.ts'
import { PartForm } from '../settings/part-form.tsx'
import { useEscalationForm, type Step } from './use-escalation-form.ts'

/** Members who may see alerts. */
function useReaders() {
  const members = useQuery({
    queryKey: keys.members.active,
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listMembers, { query: { state: 'active', limit: 200, cursor }, signal })),
  })
  return members.data?.filter(({ role }) => may(role, 'see_operations'))
}

/** Who gets an email about an urgent alert that nobody has seen, and after how many minutes. */
export function EscalationForm({ settings, isEditable }: { settings: AlertSettings; isEditable: boolean }) {
  const readers = useReaders()
  const nameOf = (id: string) => readers?.find(({ user_id }) => user_id === id)?.name ?? 'Somebody who sees no alerts'
  const form = useEscalationForm(settings, nameOf)
  const { escalation: steps } = form.values
  const free = readers?.filter(({ user_id }) => !steps.some((step) => step.user_id === user_id)) ?? []
  const set = (next: Step[]) => form.set('escalation', next)
  const last = steps.at(-1)?.after_minutes ?? 0
  return (
    <PartForm form={form} isEditable={isEditable} submitLabel="Save the list">
      <Card
        title="If nobody sees an urgent alert"
        description="These people get an email, one after the other, until somebody presses Seen. Minutes count from the alert."
      >
        <div className="flex flex-col gap-4">
          {steps.length === 0 && <p className="text-ink-muted">Nobody else is told.</p>}
          {steps.map((step, at) => (
            <EscalationStep
              key={at}
              step={step}
              at={at}
              isDisabled={!isEditable}
              problem={form.problemOf(`escalation.${at}`)}
              people={[
                { id: step.user_id, label: nameOf(step.user_id) },
                ...free.map(({ user_id, name }) => ({ id: user_id, label: name })),
              ]}
              onChange={(part) => set(steps.map((each, index) => (index === at ? { ...each, ...part } : each)))}
              onRemove={() => set(steps.filter((_, index) => index !== at))}
            />
          ))}
          {isEditable && (
            <div>
              <Button
                size="small"
                icon={<Plus aria-hidden="true" className="size-3.5" />}
                isDisabled={free.length === 0 || steps.length >= mostEscalationSteps}
                onPress={() => set([...steps, { user_id: free[0]!.user_id, after_minutes: Math.min(last + 10, 1440) }])}
              >
                Add a person
              </Button>
            </div>
          )}
        </div>
      </Card>
    </PartForm>
  )
}

type EscalationStepProps = {
  step: Step
  at: number
  isDisabled: boolean
  problem: string | undefined
  people: { id: string; label: string }[]
  onChange: (part: Partial<Step>) => void
  onRemove: () => void
}

function EscalationStep({ step, at, isDisabled, problem, people, onChange, onRemove }: EscalationStepProps) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_auto]">
      <legend className="sr-only">Person {at + 1}</legend>
      <Select
        label="Person"
        isLabelHidden={at > 0}
        options={people}
        isDisabled={isDisabled}
        value={step.user_id}
        onChange={(id) => onChange({ user_id: String(id) })}
        className="max-sm:col-span-2"
        {...(problem && { errorMessage: problem })}
      />
      <NumberField
        label="After"
        isLabelHidden={at > 0}
        unit="min"
        minValue={1}
        maxValue={1440}
        isDisabled={isDisabled}
        value={step.after_minutes}
        onChange={(after_minutes) => onChange({ after_minutes })}
      />
      {!isDisabled && (
        <IconButton
          label={`Remove person ${at + 1}`}
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          className={at === 0 ? 'mt-6' : ''}
          onPress={onRemove}
        />
      )}
    </fieldset>
  )
}
