import { Plus } from 'lucide-react'
import { mostAnswers } from '#domain/schema/message.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { moved } from './answer-values.ts'

type AnswersCardProps = {
  title: string
  description: string
  /** Null for the usual ones. */
  answers: string[] | null
  usual: readonly string[]
  onChange: (answers: string[] | null) => void
  problemOf: (at: number) => string | undefined
  isDisabled: boolean
}

const whose = [
  { id: 'usual', label: 'The usual ones' },
  { id: 'own', label: 'Your own' },
]

/** The answers of one side: the usual ones, or a list to edit. */
export function AnswersCard(props: AnswersCardProps) {
  const { title, description, answers, usual, onChange, problemOf, isDisabled } = props
  return (
    <Card title={title} description={description}>
      <div className="flex flex-col gap-4">
        <RadioGroup
          label={`Answers of ${title.toLowerCase()}`}
          isLabelHidden
          options={whose}
          isDisabled={isDisabled}
          value={answers ? 'own' : 'usual'}
          onChange={(choice) => onChange(choice === 'own' ? [...usual] : null)}
        />
        {!answers && (
          <ul className="flex flex-wrap gap-2">
            {usual.map((answer) => (
              <li key={answer} className="rounded-lg border border-dashed px-3 py-1.5 text-[0.8125rem] text-ink-muted">
                {answer}
              </li>
            ))}
          </ul>
        )}
        {answers?.map((answer, at) => (
          <div key={at} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
            <TextField
              label={`Answer ${at + 1}`}
              isLabelHidden
              dir="auto"
              maxLength={200}
              autoFocus={answer === ''}
              isDisabled={isDisabled}
              value={answer}
              onChange={(text) => onChange(answers.with(at, text))}
              errorMessage={problemOf(at)}
            />
            {!isDisabled && (
              <RowMenu label={answer || `answer ${at + 1}`}>
                {at > 0 && <MenuItem onAction={() => onChange(moved(answers, at, -1))}>Move up</MenuItem>}
                {at < answers.length - 1 && (
                  <MenuItem onAction={() => onChange(moved(answers, at, 1))}>Move down</MenuItem>
                )}
                {answers.length > 1 && <MenuSeparator />}
                <MenuItem onAction={() => onChange(answers.toSpliced(at, 1))}>Remove</MenuItem>
              </RowMenu>
            )}
          </div>
        ))}
        {answers?.length === 0 && <p className="text-ink-muted">No answers are offered.</p>}
        {answers && !isDisabled && (
          <div>
            <Button
              size="small"
              icon={<Plus aria-hidden="true" className="size-3.5" />}
              isDisabled={answers.length >= mostAnswers || answers.includes('')}
              onPress={() => onChange([...answers, ''])}
            >
              Add an answer
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
