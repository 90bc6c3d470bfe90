import { useQueryClient } from '@tanstack/react-query'
import { changeMessageSettings } from '#domain/api/messages.ts'
import { door } from '#domain/messages/driver/en/door.ts'
import { MessageSettingsPatch, type MessageSettings } from '#domain/schema/message.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { usualAnswers } from '../messages/message-words.ts'
import { PartForm } from '../settings/part-form.tsx'
import { AnswersCard } from './answers-card.tsx'
import { fromAnswerValues, toAnswerValues, type AnswerValues } from './answer-values.ts'

const { one } = partsOf<AnswerValues>()
const said = (answers: string[] | null) => (answers ? answers.join(' · ') || 'None' : 'The usual ones')

/** What drivers are offered; the app has the same in its other languages. */
const usualOfDrivers = [
  door['messages.answer.ok'],
  door['messages.answer.late'],
  door['messages.answer.traffic'],
  door['messages.answer.call'],
]

/** The answers of both sides, in the order in which they are offered. */
export function AnswersForm({ settings, isEditable }: { settings: MessageSettings; isEditable: boolean }) {
  const client = useQueryClient()
  const form = useRecordForm({
    initial: toAnswerValues(settings),
    toBody: fromAnswerValues,
    schema: MessageSettingsPatch,
    shared: {
      record: settings,
      toValues: toAnswerValues,
      parts: [
        one<string[] | null>('Answers of drivers', 'driver_answers', said),
        one<string[] | null>('Answers of dispatchers', 'dispatcher_answers', said),
      ],
      gone: { code: 'not_found', noun: 'answers' },
    },
    save: async (body, { version }) => {
      const saved = await call(changeMessageSettings, { body, version })
      client.setQueryData(keys.messages.settings, saved)
      return saved
    },
    onSaved: () => toast({ title: 'Ready-made answers saved' }),
  })
  const card = (name: keyof AnswerValues) => ({
    answers: form.values[name],
    onChange: (answers: string[] | null) => form.set(name, answers),
    problemOf: (at: number) => form.problemOf(`${name}.${at}`),
    isDisabled: !isEditable,
  })
  return (
    <PartForm form={form} isEditable={isEditable} submitLabel="Save answers">
      <AnswersCard
        title="Drivers"
        description="The usual ones are in the language of each driver. Your own are shown as you write them."
        usual={usualOfDrivers}
        {...card('driver_answers')}
      />
      <AnswersCard
        title="Dispatchers"
        description="Offered wherever you write to a driver."
        usual={usualAnswers}
        {...card('dispatcher_answers')}
      />
    </PartForm>
  )
}
