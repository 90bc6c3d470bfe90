import { MessageSquareText, Navigation, Phone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { Press, PressLink, stacked } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import { dialed, rememberedWay, wayTo } from './ways.ts'

// Asked once on most phones.
const ChooseWay = lazy(async () => ({ default: (await import('./choose-way.tsx')).ChooseWay }))

/** The way to a stop, and to whoever is there. */
export function Reach({ stop }: { stop: DrivenStop }) {
  const { say } = useWords()
  const [isChoosing, setChoosing] = useState(false)
  const { location, delivery } = stop
  const phone = delivery?.phone && dialed(delivery.phone)
  const remembered = rememberedWay()
  const icon = 'size-5 shrink-0'
  return (
    <div className="flex flex-wrap gap-2 *:flex-1">
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
      {isChoosing && location && (
        <Suspense>
          <ChooseWay stop={{ ...stop, location }} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  )
}
