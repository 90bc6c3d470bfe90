import { useState } from 'react'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { Toggle } from '../ui/parts.tsx'
import { PressLink } from '../ui/press.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { useWords } from '../words/use-words.tsx'
import { rememberWay, ways, wayTo } from './ways.ts'

type Located = DrivenStop & { location: NonNullable<DrivenStop['location']> }

/** Which app shows the way. */
export function ChooseWay({ stop, onClose }: { stop: Located; onClose: () => void }) {
  const { say } = useWords()
  const [isKept, setKept] = useState(true)
  return (
    <Sheet title={say('nav.choose')} onClose={onClose}>
      <div className="grid grid-cols-2 gap-2">
        {ways.map((way) => (
          <PressLink
            key={way}
            href={wayTo(way, stop.location, stop.name)}
            target="_blank"
            rel="noreferrer"
            onClick={() => {
              if (isKept) rememberWay(way)
              onClose()
            }}
          >
            {say(`nav.${way}`)}
          </PressLink>
        ))}
      </div>
      <Toggle label={say('nav.remember')} isOn={isKept} onChange={setKept} />
    </Sheet>
  )
}
