import { Plus, Trash2 } from 'lucide-react'
import { mostMoreWindows, mostOtherPlaces } from '#domain/schema/order.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AddressField } from '../../records/address-field.tsx'
import { LocationFields } from '../../records/location-fields.tsx'
import { positionWords } from '../delivery-words.ts'
import { DayTimeInput } from './day-time-input.tsx'
import { DraftList } from './draft-list.tsx'
import { anyProblem, type FieldsProps } from './field-props.ts'
import { emptyPlace, type OtherPlaceDraft } from './other-place-draft.ts'
import { Folded } from './section.tsx'
import { placesSummary } from './section-words.ts'

/** Places where it may be handed over instead, of which planning chooses one. */
export function OtherPlaces({ values, set, problemOf, bound, isLocked, isReadOnly }: FieldsProps) {
  const { other_places: places } = values
  const isFixed = isLocked('other_places')
  const write = (next: OtherPlaceDraft[]) => set('other_places', next)
  const isOne = places.some((_, at) => problemOf(`other_places.${at}`))
  const whole = isOne ? undefined : problemOf('other_places')
  return (
    <Folded
      title="Other places"
      summary={placesSummary(values)}
      isInvalid={anyProblem(problemOf, ['place_name', 'other_places'])}
      isReadOnly={isReadOnly}
    >
      <p className="text-[0.8125rem] text-ink-muted">
        It may be handed over at one of these places instead. Planning chooses the one that costs least.
      </p>
      <TextField label="Name of the delivery address" placeholder="Home" {...bound('place_name')} />
      <DraftList
        drafts={places}
        most={mostOtherPlaces}
        empty={emptyPlace}
        add="Add a place"
        problem={whole}
        isFixed={isFixed}
        itemClass="flex flex-col gap-4 border-t pt-4"
        onChange={write}
      >
        {(place, at, change) => (
          <PlaceFields
            place={place}
            number={at + 1}
            isDisabled={isFixed}
            problemOf={(path) => problemOf(`other_places.${at}.${path}` as 'other_places')}
            onChange={change}
            onRemove={() => write(places.toSpliced(at, 1))}
          />
        )}
      </DraftList>
    </Folded>
  )
}

type PlaceFieldsProps = {
  place: OtherPlaceDraft
  /** From 1. */
  number: number
  isDisabled: boolean
  problemOf: (path: string) => string | undefined
  onChange: (part: Partial<OtherPlaceDraft>) => void
  onRemove: () => void
}

function PlaceFields({ place, number, isDisabled, problemOf, onChange, onRemove }: PlaceFieldsProps) {
  const { name, address, location, windows, service_minutes } = place
  const isPlaced = !Number.isNaN(location.lat) && !Number.isNaN(location.lng)
  const field = { isDisabled }
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="sr-only">{`Place ${number}`}</legend>
      <div className="flex items-start gap-2">
        <TextField
          label={`Place ${number}`}
          placeholder="Parcel locker"
          className="grow"
          isRequired
          value={name}
          onChange={(text) => onChange({ name: text })}
          errorMessage={problemOf('name')}
          {...field}
        />
        {!isDisabled && (
          <IconButton
            label={`Remove place ${number}`}
            icon={<Trash2 aria-hidden="true" className="size-4" />}
            className="mt-6.5 text-ink-muted"
            onPress={onRemove}
          />
        )}
      </div>
      <AddressField
        label={`Address of place ${number}`}
        isRequired
        value={address}
        onChange={(text) => onChange({ address: text })}
        onChoose={(chosen) => onChange({ address: chosen.label, location: chosen.location })}
        {...(problemOf('address') && { errorMessage: problemOf('address')! })}
        {...field}
      />
      {isDisabled ? (
        <p className="text-ink-muted">Position: {positionWords(location)}</p>
      ) : (
        <Folded
          title={`Position of place ${number}`}
          summary={isPlaced ? positionWords(location) : ''}
          ifEmpty="None yet"
          isOpenAtFirst={address !== '' && !isPlaced}
          isInvalid={problemOf('location') !== undefined}
          isReadOnly={false}
        >
          <LocationFields
            label={`Position of place ${number}`}
            value={location}
            onChange={(next) => onChange({ location: next })}
            {...(problemOf('location') && { problem: 'Choose a suggestion above, or place the pin.' })}
          />
        </Folded>
      )}
      {windows.map((window, at) => (
        <div key={at} className="grid grid-cols-[1fr_1fr_auto] gap-4">
          <DayTimeInput
            label={at ? `Hours ${at + 1}: from` : 'Open from'}
            value={window.start}
            onChange={(start) => onChange({ windows: windows.with(at, { ...window, start }) })}
            errorMessage={problemOf(`windows.${at}.start`)}
            {...field}
          />
          <DayTimeInput
            label={at ? `Hours ${at + 1}: until` : 'Open until'}
            value={window.end}
            onChange={(end) => onChange({ windows: windows.with(at, { ...window, end }) })}
            after={window.start}
            errorMessage={problemOf(`windows.${at}.end`)}
            {...field}
          />
          {!isDisabled && (
            <IconButton
              label={`Remove hours ${at + 1} of place ${number}`}
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              className="mt-6.5 text-ink-muted"
              onPress={() => onChange({ windows: windows.toSpliced(at, 1) })}
            />
          )}
        </div>
      ))}
      {!isDisabled && windows.length <= mostMoreWindows && (
        <Button
          size="small"
          className="self-start"
          icon={<Plus aria-hidden="true" className="size-3.5" />}
          onPress={() => onChange({ windows: [...windows, { start: null, end: null }] })}
        >
          {windows.length ? 'More hours' : 'Add hours'}
        </Button>
      )}
      <NumberField
        label={`Minutes at place ${number}`}
        minValue={0}
        maxValue={480}
        placeholder="As at the delivery address"
        value={service_minutes}
        onChange={(minutes) => onChange({ service_minutes: minutes })}
        errorMessage={problemOf('service_minutes')}
        {...field}
      />
    </fieldset>
  )
}
