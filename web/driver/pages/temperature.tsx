import { useState } from 'react'
import { temperatureFlag } from '#domain/road/proof-verdict.ts'
import { isOpen, isVisit, routeOfToday } from '../day/stops.ts'
import { goBack } from '../path.ts'
import { CelsiusField } from '../proof/celsius-field.tsx'
import { readCelsius } from '../proof/read-celsius.ts'
import { useDay } from '../road/use-road.ts'
import { stopName, temperatureOf } from '../stop/stop-words.ts'
import { Choice } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { useWords } from '../words/use-words.tsx'

const van = 'van'

/** What the thermometer says on the way: of the whole van, or of one delivery. */
export function TemperaturePage() {
  const words = useWords()
  const { say } = words
  const day = useDay()
  const { act, problem, isPending } = useAction()
  const [what, setWhat] = useState(van)
  const [typed, setTyped] = useState('')
  const celsius = readCelsius(typed)
  const stops = (routeOfToday(day, Date.now())?.stops ?? []).filter((stop) => isVisit(stop) && isOpen(stop))
  const cooled = stops.filter(({ delivery }) => temperatureOf(delivery!, words) !== undefined)
  const chosen = cooled.find(({ delivery }) => delivery!.id === what)?.delivery
  const judged = chosen ? [chosen] : cooled.map(({ delivery }) => delivery!)
  const flag = judged.map((delivery) => temperatureFlag(celsius, delivery)).find(Boolean) ?? false

  async function save() {
    if (await act({ kind: 'temperature_read', data: { delivery_id: chosen?.id ?? null, celsius: celsius! } })) goBack()
  }

  return (
    <Screen
      title={say('temperature.title')}
      actions={
        <Press
          look="primary"
          isLarge
          isPending={isPending}
          disabled={celsius === undefined}
          onClick={() => void save()}
        >
          {say('save')}
        </Press>
      }
    >
      <Problem text={problem} />
      <CelsiusField value={typed} onChange={setTyped} flag={flag} />
      <Choice
        label={say('temperature.of')}
        options={[
          { value: van, label: say('temperature.van') },
          ...cooled.map((stop) => ({
            value: stop.delivery!.id,
            label: stopName(stop, words),
            hint: temperatureOf(stop.delivery!, words),
          })),
        ]}
        value={what}
        onChange={setWhat}
      />
    </Screen>
  )
}
