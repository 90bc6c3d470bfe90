import { Check, Navigation, type LucideIcon } from 'lucide-react'
import type { DriverText } from '#domain/messages/driver/en.ts'
import type { RoadData, RoadKind } from '#domain/road/entry.ts'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { isDone } from '../day/stops.ts'
import { useGps } from '../gps/use-gps.tsx'
import { go } from '../path.ts'
import { useDay, useRoad } from '../road/use-road.ts'
import { UndoBar } from '../shell/undo-bar.tsx'
import { useSpeak } from '../shell/speaker.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import { isCollected, stopName } from './stop-words.ts'

/** In reach of a thumb above the tabs, however long the card is. */
const sticky = 'sticky bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] z-10 -mx-4 -my-2 bg-surface px-4 py-2'

/** What the driver can do at a stop now: set out, arrive, and end it one way or the other. */
export function StopActions({ stop, isSticky }: { stop: DrivenStop; isSticky?: boolean }) {
  const words = useWords()
  const { say } = words
  const road = useRoad()
  const { shift, settings } = useDay()
  const { fix, stopId } = useGps()
  const speak = useSpeak()
  const { kind, delivery } = stop
  if (isDone(stop)) return null
  if (!shift) return <p className="text-center text-ink-muted">{say('shift.needed')}</p>

  const act = async <Kind extends RoadKind>(kind: Kind, data: RoadData[Kind], said: string) => {
    if (await road.note({ kind, data, fix })) speak(`${said}: ${stopName(stop, words)}`)
  }
  const ofStop = { stop_id: stop.id, delivery_id: delivery?.id ?? null }
  const isNear = stopId === stop.id
  const arrive = () => void act('arrived', { ...ofStop, by: isNear ? 'geofence' : 'driver' }, say('stop.arrive'))
  const main = (label: DriverText, Icon: LucideIcon | null, onPress: () => void) => (
    <div className={isSticky ? sticky : undefined}>
      {isSticky && <UndoBar place="aboveMain" />}
      <Press
        look="primary"
        isLarge
        className="w-full"
        icon={Icon && <Icon aria-hidden="true" className="size-5 shrink-0" />}
        onClick={onPress}
      >
        {say(label)}
      </Press>
    </div>
  )
  if (kind === 'start') return main('stop.leave', null, () => void act('departed', ofStop, say('stop.leave')))
  if (kind === 'end') return main('today.toDepot', null, () => go('/depot'))
  const isHere = stop.arrived_at !== null
  if (!delivery) {
    if (!isHere) return main('stop.arrive', Check, arrive)
    return main('stop.finish', null, () => void act('departed', ofStop, say('stop.finish')))
  }
  const isSetOut = stop.departed_at !== null || isNear
  return (
    <>
      {isHere
        ? main(isCollected(stop) ? 'stop.collectNow' : 'stop.deliver', Check, () => go(`/stop/${stop.id}/end`))
        : isSetOut
          ? main('stop.arrive', Check, arrive)
          : main('stop.depart', Navigation, () => void act('departed', ofStop, say('stop.depart')))}
      {!isHere && !isSetOut && <Press onClick={arrive}>{say('stop.arrive')}</Press>}
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        <Press look="danger" onClick={() => go(`/stop/${stop.id}/fail`)}>
          {say(kind === 'pickup' ? 'stop.failPickup' : 'stop.fail')}
        </Press>
        {settings.may_skip && !stop.locked && (
          <Press onClick={() => void act('skipped', { ...ofStop, note: null }, say('stop.skip'))}>
            {say('stop.skip')}
          </Press>
        )}
      </div>
    </>
  )
}
