import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchAddresses } from '#domain/api/addresses.ts'
import type { AddressSuggestion } from '#domain/schema/address.ts'
import { appConfig } from '#web/lib/app-config.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { kindWords } from '#web/lib/location-words.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { SuggestField } from '#web/ui/suggest-field.tsx'
import { foundWords } from './found-words.ts'

type AddressFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** A place was chosen, with its position. */
  onChoose: (place: AddressSuggestion) => void
  errorMessage?: string
  isRequired?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
}

/** Fewer letters say nothing about an address. */
const fewestLetters = 3

/** The choice that asks a geocoder which needs the whole address. */
const askAnyway = 'ask'

/** An address with suggestions from the address book and the geocoder. */
export function AddressField({ onChoose, value, onChange, ...field }: AddressFieldProps) {
  // Nothing is asked about an address that was there before anyone typed.
  const [typed, setTyped] = useState('')
  const [asked, ask] = useState('')
  const q = useSettled(typed.trim())
  const maySearch = useMay('see_operations')
  const isAsked = asked !== '' && asked === typed.trim()
  const search = useQuery({
    queryKey: keys.addresses.search(q, isAsked),
    queryFn: ({ signal }) => call(searchAddresses, { query: { q, typing: isAsked ? 'false' : 'true' }, signal }),
    enabled: q.length >= fewestLetters && !field.isDisabled && maySearch,
    staleTime: 60_000,
    retry: false,
  })
  const isFresh = q === typed.trim() && q.length >= fewestLetters
  const places = isFresh ? (search.data?.data ?? []) : []
  const mayAsk = isFresh && search.data?.geocoder === 'not_asked'
  const options = [
    ...places.map((place, at) => ({
      id: String(at),
      label: place.name && place.source === 'book' ? `${place.name}, ${place.label}` : place.label,
      description: place.source === 'book' ? 'Address book' : `Map, ${kindWords(place.kind, place.confidence)}`,
    })),
    ...(mayAsk ? [{ id: askAnyway, label: `Search the map for “${q}”` }] : []),
  ]
  const isDone = isFresh && !search.isFetching && !mayAsk
  const hasMap = places.some(({ source }) => source === 'geocoder')
  return (
    <SuggestField
      {...field}
      value={value}
      onChange={(next) => {
        setTyped(next)
        onChange(next)
      }}
      suggestions={options}
      onChoose={(id) => {
        if (id === askAnyway) return ask(q)
        const place = places[Number(id)]
        if (!place) return
        setTyped('')
        onChange(place.label)
        onChoose(place)
      }}
      description={isDone ? foundWords(places.length, search.data?.geocoder, search.isError) : undefined}
      note={hasMap ? appConfig()?.geocoder?.attribution : undefined}
    />
  )
}
