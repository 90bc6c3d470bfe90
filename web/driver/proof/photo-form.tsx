import { MapPinOff } from 'lucide-react'
import { useState } from 'react'
import { metersFromPin } from '#domain/road/proof-verdict.ts'
import { PhotoPress } from '../camera/photo-press.tsx'
import { ShownPhoto } from '../camera/shown-photo.tsx'
import type { TakenPhoto } from '../camera/take-photo.ts'
import { useDay } from '../road/use-road.ts'
import { Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import type { ProofFormProps } from './form-props.ts'

/** A photo of where it is left. One from far away is asked about before it is taken for good. */
export function PhotoForm({ stop, take }: ProofFormProps) {
  const { say, distance } = useWords()
  const { settings } = useDay()
  const [far, setFar] = useState<{ taken: TakenPhoto; meters: number }>()

  function judge(taken: TakenPhoto) {
    const meters = metersFromPin(stop.location, taken.photo.fix) ?? 0
    if (meters > settings.far_from_pin_m) setFar({ taken, meters })
    else void take({ kind: 'photo', photo: taken.photo }, taken.kept)
  }

  if (!far) return <PhotoPress look="primary" isLarge label={say('photo.take')} onTaken={judge} />
  return (
    <>
      <Note tone="warning" role="alert" icon={<MapPinOff aria-hidden="true" />}>
        {say('photo.far', { distance: distance(far.meters) })}
      </Note>
      <ShownPhoto id={far.taken.photo.id} blob={far.taken.kept.blob} label={say('photo.number', { number: 1 })} />
      <PhotoPress label={say('photo.again')} onTaken={judge} />
      <Press onClick={() => void take({ kind: 'photo', photo: far.taken.photo }, far.taken.kept)}>
        {say('photo.useAnyway')}
      </Press>
    </>
  )
}
