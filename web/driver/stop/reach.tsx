import { MessageSquareText, Navigation, Phone } from 'lucide-react'
import { useState } from 'react'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { Toggle } from '../ui/parts.tsx'
import { Press, PressLink, stacked } from '../ui/press.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { useWords } from '../words/use-words.tsx'
import { dialed, rememberedWay, rememberWay, ways, wayTo } from './ways.ts'

/** The way to a stop, and to whoever is there. */
export function Reach({ stop }: { stop: DrivenStop }) {
  const { say } = useWords()
  const [isChoosing, setChoosing] = useState(false)
  const { location, delivery } = stop
  const phone = delivery?.phone && dialed(delivery.phone)
  const remembered = rememberedWay()
  const icon = 'size-5 shrink-0'
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2">
      {location &&
        (remembered ? (
          <PressLink
            href={wayTo(remembered, location, stop.name)}
            target="_blank"
            rel="noreferrer"
            className={stacked}
            icon={<Navigation aria-hidden="true" className={icon} />}
          >
            {say('stop.navigate')}
          </PressLink>
        ) : (
          <Press
            className={stacked}
            icon={<Navigation aria-hidden="true" className={icon} />}
            onClick={() => setChoosing(true)}
          >
            {say('stop.navigate')}
          </Press>
        ))}
      {phone && (
        <PressLink className={stacked} href={`tel:${phone}`} icon={<Phone aria-hidden="true" className={icon} />}>
          {say('stop.call')}
        </PressLink>
      )}
      {phone && (
        <PressLink
          className={stacked}
          href={`sms:${phone}`}
          icon={<MessageSquareText aria-hidden="true" className={icon} />}
        >
          {say('stop.message')}
        </PressLink>
      )}
      {isChoosing && location && <ChooseWay stop={{ ...stop, location }} onClose={() => setChoosing(false)} />}
    </div>
  )
}

type Located = DrivenStop & { location: NonNullable<DrivenStop['location']> }

function ChooseWay({ stop, onClose }: { stop: Located; onClose: () => void }) {
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
