import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { OnlyDepotsField } from '../scopes/only-depots-field.tsx'
import { kindChoices, usualCount } from './webhook-words.ts'

/** What is entered about an endpoint. */
export type EndpointValues = {
  url: string
  description: string
  /** Everything, or what is chosen below. */
  which: 'all' | 'some'
  /** Whole kinds, such as `plan.*`. */
  kinds: string[]
  /** Single types as typed, one in each line. */
  types: string
  /** None for all. */
  depot_ids: string[]
}

export const noValues: EndpointValues = {
  url: '',
  description: '',
  which: 'all',
  kinds: ['delivery.*'],
  types: '',
  depot_ids: [],
}

type Stored = { url: string; description: string; types: string[]; depot_ids: string[] | null }

export const toValues = ({ url, description, types, depot_ids }: Stored): EndpointValues => ({
  url,
  description,
  which: types.length ? 'some' : 'all',
  kinds: types.filter((type) => type.endsWith('.*')),
  types: types.filter((type) => !type.endsWith('.*')).join('\n'),
  depot_ids: depot_ids ?? [],
})

const linesOf = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** The values as `/v1` takes them. */
export const toBody = ({ url, description, which, kinds, types, depot_ids }: EndpointValues) => ({
  url: url.trim(),
  description,
  types: which === 'all' ? [] : [...kinds, ...linesOf(types)],
  depot_ids: depot_ids.length ? depot_ids : null,
})

type Form = {
  values: EndpointValues
  set(name: keyof EndpointValues, value: EndpointValues[keyof EndpointValues]): void
  problemOf(name: keyof EndpointValues): string | undefined
}

const which = [
  { id: 'all', label: 'Everything that happens' },
  { id: 'some', label: 'Only some events' },
]

/** The fields of an endpoint, for a new one and for a change. */
export function EndpointFields({ form }: { form: Form }) {
  const { values, set, problemOf } = form
  const isSome = values.which === 'some'
  const more = values.kinds.filter((kind) => !kindChoices.slice(0, usualCount).some(({ id }) => id === kind)).length
  return (
    <>
      <TextField
        label="Address"
        description="Where events are posted to. It begins with https://."
        placeholder="https://shop.example/karta"
        type="url"
        autoFocus
        isRequired
        value={values.url}
        onChange={(url) => set('url', url)}
        errorMessage={problemOf('url')}
      />
      <TextField
        label="Description"
        placeholder="Web shop"
        value={values.description}
        onChange={(description) => set('description', description)}
        errorMessage={problemOf('description')}
      />
      <RadioGroup
        label="What is posted"
        options={which}
        value={values.which}
        onChange={(choice) => set('which', choice as EndpointValues['which'])}
      />
      {isSome && (
        <>
          <CheckboxGroup
            label="Events about"
            options={kindChoices.slice(0, usualCount)}
            value={values.kinds}
            onChange={(kinds) => set('kinds', kinds)}
            errorMessage={problemOf('kinds')}
          />
          <Fold
            title="More kinds and single types"
            summary={more || values.types ? 'Some chosen' : undefined}
            isInvalid={problemOf('types') !== undefined}
            isOpenAtFirst={more > 0 || values.types !== ''}
          >
            <CheckboxGroup
              label="Also about"
              options={kindChoices.slice(usualCount)}
              value={values.kinds}
              onChange={(kinds) => set('kinds', kinds)}
            />
            <TextArea
              label="Single types"
              description="One in each line, such as delivery.status_changed. The documentation of events lists them all."
              rows={3}
              value={values.types}
              onChange={(text) => set('types', text)}
              errorMessage={problemOf('types')}
            />
          </Fold>
        </>
      )}
      <OnlyDepotsField
        value={values.depot_ids}
        onChange={(ids) => set('depot_ids', ids)}
        errorMessage={problemOf('depot_ids')}
      />
    </>
  )
}
