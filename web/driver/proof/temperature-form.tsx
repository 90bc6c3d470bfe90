import { useState } from 'react'
import { temperatureFlag } from '#domain/road/proof-verdict.ts'
import { temperatureOf } from '../stop/stop-words.ts'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import { CelsiusField } from './celsius-field.tsx'
import type { ProofFormProps } from './form-props.ts'
import { readCelsius } from './read-celsius.ts'

/** What the thermometer says at the door. A reading out of range is kept and told. */
export function TemperatureForm({ stop, take }: ProofFormProps) {
  const words = useWords()
  const [typed, setTyped] = useState('')
  const celsius = readCelsius(typed)
  const delivery = stop.delivery!
  return (
    <>
      <CelsiusField
        value={typed}
        onChange={setTyped}
        hint={temperatureOf(delivery, words)}
        flag={temperatureFlag(celsius, delivery)}
      />
      <Press
        look="primary"
        disabled={celsius === undefined}
        onClick={() => void take({ kind: 'temperature', celsius: celsius! })}
      >
        {words.say('save')}
      </Press>
    </>
  )
}
