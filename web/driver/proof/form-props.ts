import type { RoadData } from '#domain/road/entry.ts'
import type { MissingProof } from '#domain/road/requirements.ts'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import type { TakenPhoto } from '../camera/take-photo.ts'
import type { OwnProof } from './judge-taken.ts'

/** What the form of each kind of proof gets. */
export type ProofFormProps = {
  stop: DrivenStop
  missing: MissingProof
  /** What was taken of this kind so far: wrong PINs, scanned codes. */
  own: OwnProof[]
  /** Who is known to have taken the delivery. */
  name: string
  take: (proof: RoadData['proof_taken']['proof'], photo?: TakenPhoto['kept']) => Promise<boolean>
}
