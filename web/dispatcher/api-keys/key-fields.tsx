import type { KeyScope } from '#domain/permissions.ts'
import { keyScopes } from '#domain/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { OnlyDepotsField } from '../scopes/only-depots-field.tsx'
import { addressesIn, expiryOf, lifetimes, presets, scopeWords, type Lifetime } from './key-words.ts'

/** What is entered about a key. */
export type KeyValues = {
  name: string
  scopes: KeyScope[]
  /** None for all. */
  depot_ids: string[]
  /** As typed, one in each line. */
  allowed_addresses: string
  expires_at: Lifetime
}

export const noValues: KeyValues = {
  name: '',
  scopes: ['deliveries'],
  depot_ids: [],
  allowed_addresses: '',
  expires_at: 'never',
}

/** The values as `/v1` takes them. */
export const toBody = (values: KeyValues, expiresAt: string | null = null) => ({
  name: values.name,
  scopes: values.scopes,
  depot_ids: values.depot_ids.length ? values.depot_ids : null,
  allowed_addresses: addressesIn(values.allowed_addresses),
  expires_at: expiryOf(values.expires_at, Date.now(), expiresAt),
})

type Form = {
  values: KeyValues
  set(name: keyof KeyValues, value: KeyValues[keyof KeyValues]): void
  problemOf(name: keyof KeyValues): string | undefined
}

const scopeOptions = keyScopes.map((id) => ({ id, ...scopeWords[id] }))

/** The fields of a key, for a new one and for a change. */
export function KeyFields({
  form: { values, set, problemOf },
  hasDepots,
  expiryOptions = lifetimes,
}: {
  form: Form
  /** False for a test key: the sandbox has depots of its own. */
  hasDepots: boolean
  expiryOptions?: readonly { id: string; label: string }[]
}) {
  return (
    <>
      <TextField
        label="Name"
        description="The program that will use it. Its name appears in the history of its changes."
        placeholder="Web shop"
        autoFocus
        isRequired
        value={values.name}
        onChange={(name) => set('name', name)}
        errorMessage={problemOf('name')}
      />
      <div className="grid gap-2.5">
        <CheckboxGroup
          label="What it may do"
          description="As little as the program needs. You can change this later."
          options={scopeOptions}
          value={values.scopes}
          onChange={(scopes) =>
            set(
              'scopes',
              keyScopes.filter((scope) => scopes.includes(scope)),
            )
          }
          errorMessage={problemOf('scopes')}
        />
        <div className="flex flex-wrap items-center gap-1.5 text-[0.8125rem] text-ink-muted">
          Usual for
          {presets.map(({ label, scopes }) => (
            <Button key={label} size="small" onPress={() => set('scopes', scopes)}>
              {label}
            </Button>
          ))}
        </div>
      </div>
      {hasDepots && (
        <OnlyDepotsField
          value={values.depot_ids}
          onChange={(ids) => set('depot_ids', ids)}
          errorMessage={problemOf('depot_ids')}
        />
      )}
      <TextArea
        label="Only from these addresses"
        description="One IP address or block in each line, such as 203.0.113.7 or 2001:db8::/32. Empty means from everywhere."
        rows={2}
        value={values.allowed_addresses}
        onChange={(text) => set('allowed_addresses', text)}
        errorMessage={problemOf('allowed_addresses')}
      />
      <Select
        label="Expires"
        options={expiryOptions}
        value={values.expires_at}
        onChange={(lifetime) => set('expires_at', lifetime as Lifetime)}
        errorMessage={problemOf('expires_at')}
      />
    </>
  )
}
