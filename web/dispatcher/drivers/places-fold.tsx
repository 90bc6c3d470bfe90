import { Fold } from '#web/ui/fold.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { AddressField } from '../records/address-field.tsx'
import { LocationFields } from '../records/location-fields.tsx'
import type { DriverFormState } from './use-driver-form.ts'
import { placeDraftWords, type PlaceDraft } from './driver-values.ts'

const depot = { id: 'depot', label: 'At the depot' }
const place = { id: 'place', label: 'At another place' }
const anywhere = { id: 'anywhere', label: 'Anywhere: at the last stop' }

/** Where a driver's route starts and ends, if that is not the depot. */
export function PlacesFold({ form: { values, set, problemOf } }: { form: DriverFormState }) {
  const { start_place: start, end_place: end } = values
  const said = start.at === 'depot' && end.at === 'depot' ? 'The depot' : [start, end].map(placeDraftWords).join(' → ')
  return (
    <Fold title="Start and end" summary={said} isInvalid={Boolean(problemOf('start_place') ?? problemOf('end_place'))}>
      <PlaceFields
        label="The route starts"
        options={[depot, place]}
        value={start}
        onChange={(next) => set('start_place', next)}
        problemOf={(path) => problemOf(`start_place.${path}`)}
      />
      <PlaceFields
        label="The route ends"
        options={[depot, place, anywhere]}
        value={end}
        onChange={(next) => set('end_place', next)}
        problemOf={(path) => problemOf(`end_place.${path}`)}
      />
    </Fold>
  )
}

type PlaceFieldsProps = {
  label: string
  options: readonly { id: string; label: string }[]
  value: PlaceDraft
  onChange: (value: PlaceDraft) => void
  problemOf: (path: string) => string | undefined
}

function PlaceFields({ label, options, value, onChange, problemOf }: PlaceFieldsProps) {
  const problem = problemOf('address')
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label={label}
        options={options}
        value={value.at}
        onChange={(at) => onChange({ ...value, at: at as PlaceDraft['at'] })}
      />
      {value.at === 'place' && (
        <>
          <AddressField
            label="Address"
            isRequired
            value={value.address}
            onChange={(address) => onChange({ ...value, address })}
            onChoose={({ label: address, location }) => onChange({ ...value, address, location })}
            {...(problem && { errorMessage: problem })}
          />
          <LocationFields
            label={`${label} here`}
            value={value.location}
            onChange={(location) => onChange({ ...value, location })}
            {...(problemOf('location') && { problem: 'Click on the map, or enter latitude and longitude.' })}
          />
        </>
      )}
    </div>
  )
}
