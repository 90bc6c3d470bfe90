import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/ui/card.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Link } from '#web/ui/link.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { territoriesQuery } from '../queries.ts'
import type { SlotValues } from './slot-values.ts'
import type { SlotCardProps } from './use-slot-settings-form.ts'

/** Where slots are offered. */
export function AreaCard({ form: { values, set, problemOf }, isDisabled }: SlotCardProps) {
  const { data: zones } = useQuery(territoriesQuery)
  return (
    <Card title="Where they are offered">
      <div className="flex flex-col gap-5">
        <NumberField
          label="Distance"
          unit="km"
          description="From the nearest depot, as the crow flies."
          minValue={1}
          maxValue={100}
          isDisabled={isDisabled}
          value={values.service_km}
          errorMessage={problemOf('service_km')}
          onChange={(value) => set('service_km', value)}
        />
        <RadioGroup
          label="Area"
          isDisabled={isDisabled}
          options={[
            { id: 'near', label: 'Everywhere within that distance' },
            { id: 'zones', label: 'Only in some zones' },
          ]}
          value={values.where}
          onChange={(value) => set('where', value as SlotValues['where'])}
        />
        {values.where === 'zones' && zones && zones.length > 0 && (
          <CheckboxGroup
            label="Zones"
            options={zones.map(({ id, name }) => ({ id, label: name }))}
            isDisabled={isDisabled}
            value={values.territory_ids}
            onChange={(ids) => set('territory_ids', ids)}
          />
        )}
        {values.where === 'zones' && zones?.length === 0 && (
          <p className="text-ink-muted">
            There are no zones yet. <Link to="/dashboard/territories">Draw one</Link>
          </p>
        )}
        <NumberField
          label="Counts as the same street"
          unit="m"
          description="Windows in which the van stops within this distance come first."
          minValue={0}
          maxValue={5000}
          step={50}
          isDisabled={isDisabled}
          value={values.near_meters}
          errorMessage={problemOf('near_meters')}
          onChange={(value) => set('near_meters', value)}
        />
      </div>
    </Card>
  )
}
