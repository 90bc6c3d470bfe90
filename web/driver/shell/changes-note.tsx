import { Route } from 'lucide-react'
import { useEffect } from 'react'
import type { RouteChange } from '../day/route-changes.ts'
import { useRoad, useRoadState } from '../road/use-road.ts'
import { Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import type { Words } from '../words/words.ts'
import { useSpeak } from './speaker.tsx'

/** More names than this nobody reads at a glance. */
const namedMost = 5

/** What a dispatcher changed on the route, once, until the driver has read it. It can be felt in a pocket. */
export function ChangesNote() {
  const words = useWords()
  const { say } = words
  const road = useRoad()
  const speak = useSpeak()
  const { changes } = useRoadState()
  const text = changes.map((change) => changeText(change, words)).join(' ')
  useEffect(() => {
    if (!text) return
    speak(text)
    navigator.vibrate?.([200, 100, 200])
  }, [text, speak])
  if (changes.length === 0) return null
  return (
    <Note tone="warning" icon={<Route />} role="alert">
      <p className="font-semibold">{say('changed.title')}</p>
      <ul className="grid gap-1">
        {changes.map((change) => (
          <li key={change.kind} className="wrap-anywhere">
            {changeText(change, words)}
          </li>
        ))}
      </ul>
      <Press className="mt-2 w-full" onClick={() => void road.markChangesSeen()}>
        {say('result.seen')}
      </Press>
    </Note>
  )
}

function changeText({ kind, names }: RouteChange, { say, list, day }: Words): string {
  const isRoute = kind === 'route_added' || kind === 'route_removed'
  const written = isRoute ? names.map(day) : names
  const more = written.length - namedMost
  const shown = more > 0 ? [...written.slice(0, namedMost), say('changed.more', { count: more })] : written
  return say(`changed.${kind}`, { names: list(shown) })
}
