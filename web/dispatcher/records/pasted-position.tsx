import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { Location } from '#domain/geo.ts'
import { readPosition, type FoundPosition } from '#domain/position/read-position.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useMay } from '#web/lib/me.ts'
import { workAreaQuery } from '../queries.ts'

type PastedPositionProps = {
  /** The chosen position, which may have been changed on the map since. */
  position: Location | null
  onFind: (location: Location) => void
}

/** A position from a text that a person copied elsewhere: coordinates, a link to a map, a plus code. */
export function PastedPosition({ position, onFind }: PastedPositionProps) {
  const near = useQuery({ ...workAreaQuery, enabled: useMay('see_operations') }).data ?? undefined
  const [text, setText] = useState('')
  // While someone types, half a position is not a mistake.
  const [isTyping, setTyping] = useState(false)
  const read = text.trim() === '' ? undefined : readPosition(text, near)
  const found = read && 'location' in read ? read : undefined
  const change = (next: string) => {
    setText(next)
    setTyping(true)
    const now = readPosition(next, near)
    if ('location' in now) onFind(now.location)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label="Paste coordinates, a map link or a plus code"
        placeholder="-6.2088, 106.8456"
        autoComplete="off"
        value={text}
        onChange={change}
        onPaste={() => requestAnimationFrame(() => setTyping(false))}
        onBlur={() => setTyping(false)}
        errorMessage={read && 'problem' in read && !isTyping ? read.problem : undefined}
      />
      <div aria-live="polite" className="text-[0.8125rem] text-ink-muted empty:hidden">
        {found && isSame(found.location, position) && <Understood found={found} />}
        {found?.swapped && isSame(found.location, position) && (
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            This is far from your depot. Swapped, it would be near.
            <Button size="small" onPress={() => change(coordinates(found.swapped!))}>
              Swap
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}

const kinds: Record<FoundPosition['kind'], string> = {
  coordinates: 'Coordinates',
  'map link': 'Map link',
  'plus code': 'Plus code',
}

function Understood({ found: { kind, location, note } }: { found: FoundPosition }) {
  return (
    <p className="flex items-start gap-1.5">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-success-ink" />
      <span>
        {kinds[kind]}: <span className="tabular-nums">{coordinates(location)}</span>. {note}
      </span>
    </p>
  )
}

const coordinates = ({ lat, lng }: Location) => `${lat}, ${lng}`

const isSame = (one: Location, other: Location | null) => one.lat === other?.lat && one.lng === other.lng
