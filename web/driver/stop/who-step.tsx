import { Actions } from '../ui/actions.tsx'
import { Choice, Field, LongField } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import { handedToOf } from './end-draft.ts'
import { isCollected } from './stop-words.ts'
import type { StepProps } from './step-props.ts'

/** With whom it was left, or from whom it was collected, and what is worth knowing later. */
export function WhoStep({ stop, day, draft, change, next, nextLabel }: StepProps) {
  const { say } = useWords()
  const isBrought = !isCollected(stop)
  const ways = handedToOf(stop)
  const mustName = isBrought && day.settings.ask_name
  return (
    <>
      {isBrought && ways.length > 1 && (
        <Choice
          label={say('end.who')}
          options={ways.map((to) => ({ value: to, label: say(`to.${to}`) }))}
          value={draft.to}
          onChange={(to) => change({ to })}
        />
      )}
      {isBrought && (
        <Field
          label={mustName ? say('end.receivedBy') : `${say('end.receivedBy')} (${say('optional')})`}
          value={draft.received_by}
          maxLength={200}
          autoComplete="off"
          required={mustName}
          onChange={({ target }) => change({ received_by: target.value })}
        />
      )}
      <LongField
        label={`${say('end.note')} (${say('optional')})`}
        value={draft.note}
        maxLength={500}
        onChange={({ target }) => change({ note: target.value })}
      />
      <Actions>
        <Press look="primary" isLarge disabled={mustName && !draft.received_by.trim()} onClick={next}>
          {nextLabel}
        </Press>
      </Actions>
    </>
  )
}
