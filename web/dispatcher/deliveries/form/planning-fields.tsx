import { useQuery } from '@tanstack/react-query'
import { useMay } from '#web/lib/me.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { activeDriversQuery } from '../../queries.ts'
import { MoneyField } from '../../records/money-field.tsx'
import { priorityWords } from '../delivery-words.ts'
import type { DeliveryValues } from './delivery-values.ts'
import { anyProblem, type FieldsProps } from './field-props.ts'
import { Folded } from './section.tsx'
import { planningSummary } from './section-words.ts'
import { WantedDriver } from './wanted-driver.tsx'

const priorities = Object.entries(priorityWords).map(([id, label]) => ({ id, label }))
const names: (keyof DeliveryValues)[] = [
  'priority',
  'wanted_driver_id',
  'skills',
  'max_ride_minutes',
  'max_detour_minutes',
  'worth',
]

type PlanningFieldsProps = FieldsProps & {
  /** The driver that was requested when the form opened. */
  wanted?: { id: string; name: string }
}

/** What planning has to know besides where, when and how much. */
export function PlanningFields({ values, set, bound, problemOf, isReadOnly, isLocked, wanted }: PlanningFieldsProps) {
  const seesDrivers = useMay('see_operations')
  const drivers = useQuery({ ...activeDriversQuery, enabled: seesDrivers })
  const nameOf = (id: string) =>
    drivers.data?.find((driver) => driver.id === id)?.name ?? (wanted?.id === id ? wanted.name : 'A chosen driver')
  return (
    <Folded
      title="Planning"
      summary={planningSummary(values, nameOf)}
      isInvalid={anyProblem(problemOf, names)}
      isReadOnly={isReadOnly}
    >
      <Select
        label="Priority"
        options={priorities}
        {...bound('priority')}
        onChange={(value) => set('priority', String(value))}
      />
      {seesDrivers && (
        <WantedDriver {...bound('wanted_driver_id')} present={wanted} onChange={(id) => set('wanted_driver_id', id)} />
      )}
      <TextField
        label="Skills"
        description="Separate words with commas, such as cold. Only a driver or vehicle with all of them can carry it."
        {...bound('skills')}
      />
      <NumberField
        label="Minutes on board at most"
        description="How long the goods may be in the vehicle."
        minValue={1}
        maxValue={2880}
        {...bound('max_ride_minutes')}
      />
      <NumberField
        label="Minutes of detour at most"
        description="How much longer than the direct ride it may take, if it is picked up on the way."
        minValue={0}
        maxValue={2880}
        {...bound('max_detour_minutes')}
      />
      <MoneyField
        label="Worth"
        description="Makes it optional: it is left out where bringing it costs more than this."
        {...bound('worth')}
        isDisabled={isLocked('worth')}
      />
    </Folded>
  )
}
