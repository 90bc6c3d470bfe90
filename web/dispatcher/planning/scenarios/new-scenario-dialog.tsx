import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlanSummary } from '#domain/schema/plan.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { activeDriversQuery } from '../../queries.ts'
import { choicesOf, goalOptions, usualWish, type Goal } from '../optimize/wish.ts'
import { useLongestSeconds } from '../use-longest-seconds.ts'
import { useOptimize } from '../use-optimize.ts'
import { presetOptions, whatIfOf, wishOf, type Preset, type ScenarioWish } from './what-ifs.ts'

type NewScenarioDialogProps = { day: string; base: PlanSummary | undefined; onClose: () => void }

const defaultSeconds = 10

/** Asks what a scenario is about, and has it calculated. */
export function NewScenarioDialog({ day, base, onClose }: NewScenarioDialogProps) {
  const drivers = useQuery(activeDriversQuery).data ?? []
  const driven = base?.totals?.routes ?? drivers.length
  const known = { drivers: driven, hasPlan: base !== undefined }
  const [preset, setPreset] = useState<Preset>(driven > 1 ? 'fewer' : 'later')
  const [wish, setWish] = useState<ScenarioWish | null>(null)
  const [goal, setGoal] = useState<Goal>('short')
  const longest = useLongestSeconds()
  const [seconds, setSeconds] = useState(Math.min(defaultSeconds, longest))
  const shown = wish ?? wishOf(preset, known)
  const set = (part: Partial<ScenarioWish>) => setWish({ ...shown, ...part })
  const optimize = useOptimize(onClose)
  const start = () =>
    optimize.mutate({
      day,
      ...(base ? { revises: base.id } : { driver_ids: drivers.map(({ id }) => id) }),
      what_if: whatIfOf(shown),
      choices: choicesOf({ ...usualWish, goal }),
      time_limit_seconds: seconds,
    })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="medium"
      title="New scenario"
      description="It is calculated beside the plan, and changes nothing until you take it."
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={!shown.name.trim()}
            isPending={optimize.isPending}
            pendingLabel="Starting"
            onPress={start}
          >
            Calculate
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <RadioGroup
          label="What if"
          value={preset}
          onChange={(next) => {
            setPreset(next as Preset)
            setWish(null)
          }}
          options={presetOptions(known)}
        />
        <TextField label="Name" isRequired maxLength={60} value={shown.name} onChange={(name) => set({ name })} />
        <Fold
          key={preset}
          title="In detail"
          summary={preset === 'own' ? undefined : 'Filled in'}
          isOpenAtFirst={preset === 'own'}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              label="At most so many drivers"
              description="Those with the fewest stops stay at home."
              minValue={1}
              maxValue={500}
              step={1}
              value={shown.mostDrivers}
              onChange={(mostDrivers) => set({ mostDrivers })}
            />
            <NumberField
              label="Start later by minutes"
              description="Below 0 for earlier."
              unit="min"
              minValue={-720}
              maxValue={720}
              step={15}
              value={shown.laterMinutes}
              onChange={(laterMinutes) => set({ laterMinutes })}
            />
          </div>
          {base && (
            <Checkbox isSelected={shown.keepsWindows} onChange={(keepsWindows) => set({ keepsWindows })}>
              All windows kept
              <span className="block text-[0.8125rem] text-ink-muted">
                What would be late is left out, also where the plan is late now.
              </span>
            </Checkbox>
          )}
          <Select label="Aim for" options={goalOptions} value={goal} onChange={(next) => setGoal(next as Goal)} />
          <div className="max-h-48 overflow-y-auto rounded-lg border px-3 py-2">
            <CheckboxGroup
              label="Stay at home"
              value={shown.atHome}
              onChange={(atHome) => set({ atHome })}
              options={drivers.map(({ id, name }) => ({ id, label: name }))}
            />
          </div>
          <NumberField
            label="Time limit in seconds"
            unit="s"
            minValue={1}
            maxValue={longest}
            step={1}
            value={seconds}
            onChange={(value) => setSeconds(Number.isNaN(value) ? defaultSeconds : value)}
          />
        </Fold>
        {optimize.error && (
          <LoadError
            title="The calculation did not start"
            error={optimize.error}
            onRetry={start}
            isRetrying={optimize.isPending}
          />
        )}
      </div>
    </Dialog>
  )
}
