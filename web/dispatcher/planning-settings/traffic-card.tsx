import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import type { SettingsCardProps } from './cost-cards.tsx'
import { learnedSpeedsQuery } from '../queries.ts'
import { LearnedSpeedsPart, sayLearned } from './learned-speeds.tsx'
import { errorOf } from '../records/error-of.ts'
import type { SettingsValues, TrafficDraft } from './settings-values.ts'
import { TrafficChart } from './traffic-chart.tsx'

/** A usual working day, to begin with. */
const usualDay: TrafficDraft[] = [
  { from: '00:00', percent: 120 },
  { from: '07:00', percent: 70 },
  { from: '09:30', percent: 100 },
  { from: '16:30', percent: 65 },
  { from: '19:00', percent: 110 },
]

/** How fast traffic is over the day: as entered, or as our own drives tell. */
export function TrafficCard(card: SettingsCardProps) {
  const { form, isDisabled } = card
  const source = form.values.traffic_from
  const { data: learned } = useQuery(learnedSpeedsQuery)
  return (
    <Card
      title="Traffic over the day"
      description="How fast vehicles are at each time, compared with their speed. It repeats every day."
    >
      <div className="flex flex-col gap-5">
        <RadioGroup
          label="Speeds come from"
          isDisabled={isDisabled}
          options={[
            { id: 'steps', label: 'Steps entered here' },
            { id: 'learned', label: 'Our own drives', description: learned && sayLearned(learned) },
          ]}
          value={source}
          onChange={(value) => form.set('traffic_from', value as SettingsValues['traffic_from'])}
        />
        {source === 'learned' ? (
          <LearnedSpeedsPart>
            {(workdays) =>
              !isDisabled && (
                <Button
                  size="small"
                  className="self-start"
                  onPress={() => {
                    form.set('traffic', workdays)
                    form.set('traffic_from', 'steps')
                  }}
                >
                  Keep these as steps
                </Button>
              )
            }
          </LearnedSpeedsPart>
        ) : (
          <TrafficSteps {...card} />
        )}
      </div>
    </Card>
  )
}

function TrafficSteps({ form: { values, set, problemOf }, isDisabled }: SettingsCardProps) {
  const steps = values.traffic
  const change = (at: number, part: Partial<TrafficDraft>) =>
    set(
      'traffic',
      steps.map((each, index) => (index === at ? { ...each, ...part } : each)),
    )
  return (
    <div className="flex flex-col gap-4">
      {steps.length > 0 && <TrafficChart steps={steps} />}
      {steps.map((step, at) => (
        <fieldset
          key={at}
          className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[1fr_1fr_auto]"
        >
          <legend className="sr-only">Step {at + 1}</legend>
          <TimeField
            label="From"
            isLabelHidden={at > 0}
            isDisabled={isDisabled || at === 0}
            value={toTime(step.from)}
            onChange={(next) => change(at, { from: fromTime(next) ?? step.from })}
            {...errorOf(problemOf(`traffic.${at}.from`))}
          />
          <NumberField
            label="Speed"
            isLabelHidden={at > 0}
            unit="%"
            minValue={0}
            step={5}
            isDisabled={isDisabled}
            value={step.percent}
            onChange={(percent) => change(at, { percent })}
            {...errorOf(problemOf(`traffic.${at}.factor`))}
          />
          <IconButton
            label={`Remove step ${at + 1}`}
            icon={<Trash2 className="size-4" />}
            isDisabled={isDisabled || (at === 0 && steps.length > 1)}
            className={at === 0 ? 'mt-6' : ''}
            onPress={() =>
              set(
                'traffic',
                steps.filter((_, index) => index !== at),
              )
            }
          />
        </fieldset>
      ))}
      {!isDisabled && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<Plus aria-hidden="true" className="size-3.5" />}
            isDisabled={steps.length >= 24}
            onPress={() => set('traffic', [...steps, nextStep(steps)])}
          >
            Add a step
          </Button>
          {steps.length === 0 && (
            <Button size="small" onPress={() => set('traffic', usualDay)}>
              Start with a working day in a city
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** An hour after the last one. */
function nextStep(steps: readonly TrafficDraft[]): TrafficDraft {
  const last = steps.at(-1)
  if (!last) return { from: '00:00', percent: 100 }
  const hour = Math.min(Number(last.from.slice(0, 2)) + 1, 23)
  return { from: `${String(hour).padStart(2, '0')}${last.from.slice(2)}`, percent: 100 }
}
