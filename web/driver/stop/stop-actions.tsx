import { Check, Navigation } from 'lucide-react'
import type { RoadData, RoadKind } from '#domain/road/entry.ts'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { isDone } from '../day/stops.ts'
import { useGps } from '../gps/use-gps.tsx'
import { go } from '../path.ts'
import { useDay, useRoad } from '../road/use-road.ts'
import { useSpeak } from '../shell/speaker.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import { isCollected, stopName } from './stop-words.ts'

/** What the driver can do at a stop now: set out, arrive, and end it one way or the other. */
export function StopActions({ stop }: { stop: DrivenStop }) {
  const words = useWords()
  const { say } = words
  const road = useRoad()
  const { shift, settings } = useDay()
  const { fix } = useGps()
  const speak = useSpeak()
  const { kind, delivery } = stop
  if (isDone(stop)) return null
  if (!shift) return <p className="text-center text-ink-muted">{say('shift.needed')}</p>

  const act = async <Kind extends RoadKind>(kind: Kind, data: RoadData[Kind], said: string) => {
    if (await road.note({ kind, data, fix })) speak(`${said}: ${stopName(stop, words)}`)
  }
  const ofStop = { stop_id: stop.id, delivery_id: delivery?.id ?? null }
  const icon = 'size-5 shrink-0'
  const arrive = (
    <Press
      look="primary"
      isLarge
      icon={<Check aria-hidden="true" className={icon} />}
      onClick={() => void act('arrived', { ...ofStop, by: 'driver' }, say('stop.arrive'))}
    >
      {say('stop.arrive')}
    </Press>
  )
  if (kind === 'start') {
    return (
      <Press look="primary" isLarge onClick={() => void act('departed', ofStop, say('stop.leave'))}>
        {say('stop.leave')}
      </Press>
    )
  }
  if (kind === 'end') {
    return (
      <Press look="primary" isLarge onClick={() => go('/depot')}>
        {say('today.toDepot')}
      </Press>
    )
  }
  if (!delivery) {
    if (!stop.arrived_at) return arrive
    return (
      <Press look="primary" isLarge onClick={() => void act('departed', ofStop, say('stop.finish'))}>
        {say('stop.finish')}
      </Press>
    )
  }
  const isHere = stop.arrived_at !== null
  return (
    <div className="grid gap-2">
      {isHere ? (
        <Press
          look="primary"
          isLarge
          icon={<Check aria-hidden="true" className={icon} />}
          onClick={() => go(`/stop/${stop.id}/end`)}
        >
          {say(isCollected(stop) ? 'stop.collectNow' : 'stop.deliver')}
        </Press>
      ) : stop.departed_at ? (
        arrive
      ) : (
        <>
          <Press
            look="primary"
            isLarge
            icon={<Navigation aria-hidden="true" className={icon} />}
            onClick={() => void act('departed', ofStop, say('stop.depart'))}
          >
            {say('stop.depart')}
          </Press>
          <Press onClick={() => void act('arrived', { ...ofStop, by: 'driver' }, say('stop.arrive'))}>
            {say('stop.arrive')}
          </Press>
        </>
      )}
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
    </div>
  )
}
