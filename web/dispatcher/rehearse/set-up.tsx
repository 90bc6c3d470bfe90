import { Play } from 'lucide-react'
import { useState } from 'react'
import { mostVariants } from '#domain/schema/rehearsal.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { AskRehearsal } from './use-rehearse.ts'
import { noOwnWhatIf, ownWhatIf, whatIfs, type OwnWhatIf } from './what-ifs.ts'

type SetUpProps = { planId: string; ask: AskRehearsal }

const usualDays = '200'

/** What to rehearse: how often, and which what-ifs beside the plan. */
export function SetUp({ planId, ask }: SetUpProps) {
  const [chosen, setChosen] = useState<string[]>(['fewer'])
  const [own, setOwn] = useState<OwnWhatIf>(noOwnWhatIf)
  const [days, setDays] = useState(usualDays)
  const [seed, setSeed] = useState(1)
  const ready = whatIfs.filter(({ id }) => chosen.includes(id)).map(({ name, change }) => ({ name, change }))
  const mine = ownWhatIf(own)
  const all = [...ready, ...(mine ? [mine] : [])]
  const isTooMany = all.length > mostVariants
  const start = () => {
    ask.mutate({ plan_id: planId, days: Number(days), seed: Number.isNaN(seed) ? 1 : seed, what_ifs: all })
  }
  return (
    <Card
      title="What to rehearse"
      description="The plan as it is comes first. Each what-if is planned anew and stands beside it."
    >
      <div className="grid gap-4">
        <CheckboxGroup
          label="What if"
          value={chosen}
          onChange={setChosen}
          {...(isTooMany && { errorMessage: `At most ${mostVariants} what-ifs, with your own. Untick one.` })}
          options={whatIfs.map(({ id, name, description }) => ({ id, label: name, description }))}
        />
        <OwnFields own={own} onChange={(part) => setOwn({ ...own, ...part })} />
        <RadioGroup
          label="Days to draw"
          value={days}
          onChange={setDays}
          options={[
            { id: '50', label: '50, at a glance' },
            { id: usualDays, label: usualDays },
            { id: '1000', label: '1,000, for the tails' },
          ]}
        />
        <Fold title="Repeat exactly" summary={`Seed ${Number.isNaN(seed) ? 1 : seed}`}>
          <NumberField
            label="Seed"
            description="The same seed draws the same days. Another one shows how much is luck."
            minValue={0}
            maxValue={2_147_483_647}
            step={1}
            value={seed}
            onChange={setSeed}
          />
        </Fold>
        <div>
          <Button
            variant="primary"
            icon={<Play aria-hidden="true" className="size-4" />}
            isPending={ask.isPending}
            pendingLabel="Starting"
            isDisabled={isTooMany}
            onPress={start}
          >
            Rehearse
          </Button>
        </div>
      </div>
    </Card>
  )
}

function OwnFields({ own, onChange }: { own: OwnWhatIf; onChange: (part: Partial<OwnWhatIf>) => void }) {
  const made = ownWhatIf(own)
  const field = (key: Exclude<keyof OwnWhatIf, 'name'>, label: string, unit: string, least: number, most: number) => (
    <NumberField
      label={label}
      unit={unit}
      minValue={least}
      maxValue={most}
      step={key === 'fewer' ? 1 : 5}
      value={own[key]}
      onChange={(value) => onChange({ [key]: Number.isNaN(value) ? 0 : value })}
    />
  )
  return (
    <Fold title="A what-if of your own" summary={made ? made.name : 'None'}>
      <TextField label="Name" maxLength={60} value={own.name} onChange={(name) => onChange({ name })} />
      <div className="grid gap-4 sm:grid-cols-2">
        {field('fewer', 'Fewer drivers', 'drivers', 0, 100)}
        {field('more', 'More orders, below 0 fewer', '%', -90, 200)}
        {field('cutOff', 'Later cut-off', 'min', 0, 600)}
        {field('later', 'Later start, below 0 earlier', 'min', -360, 360)}
        {field('slower', 'Slower traffic, below 0 quicker', '%', -50, 200)}
      </div>
    </Fold>
  )
}
