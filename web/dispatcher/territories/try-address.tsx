import { useState } from 'react'
import type { AddressSuggestion } from '#domain/schema/address.ts'
import type { Driver } from '#domain/schema/driver.ts'
import type { Territory } from '#domain/schema/territory.ts'
import { Card } from '#web/ui/card.tsx'
import { AddressField } from '../records/address-field.tsx'
import { placeWords } from './territory-words.ts'

type TryAddressProps = {
  territories: readonly Territory[]
  drivers: readonly Driver[]
  tried: AddressSuggestion | undefined
  onTry: (place: AddressSuggestion | undefined) => void
}

/** Which territory an address is in. */
export function TryAddress({ territories, drivers, tried, onTry }: TryAddressProps) {
  const [text, setText] = useState('')
  return (
    <Card title="Try an address">
      <AddressField
        label="Address"
        value={text}
        onChange={(next) => {
          setText(next)
          if (next !== tried?.label) onTry(undefined)
        }}
        onChoose={onTry}
      />
      <output className="mt-2 block text-[0.8125rem]">
        {tried
          ? placeWords(territories, drivers, tried.location)
          : 'Type an address and choose it to see who delivers there.'}
      </output>
    </Card>
  )
}
