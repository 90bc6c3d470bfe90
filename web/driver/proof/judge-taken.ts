import type { RoadData, SentEntry } from '#domain/road/entry.ts'
import { isRightPin, type PinCrypto } from '#domain/road/pin-check.ts'
import type { ProofFlag } from '#domain/road/proof-flags.ts'
import { flagsOf, type Judged } from '#domain/road/proof-verdict.ts'
import { missingProofs, type MissingProof, type Taken } from '#domain/road/requirements.ts'
import { codesOf } from '#domain/road/scanned.ts'
import type { CarriedDelivery, DrivenStop } from '#domain/schema/driver-day.ts'
import type { RoadSettings } from '#domain/schema/road-settings.ts'

/** A proof that this phone took of a delivery, with what is doubtful about it as far as the phone can tell. */
export type OwnProof = { entryId: string; proof: RoadData['proof_taken']['proof']; flags: ProofFlag[] }

/** The proofs of a delivery in the log of this phone. */
export async function ownProofs(
  entries: readonly SentEntry[],
  { delivery, location }: { delivery: CarriedDelivery; location: DrivenStop['location'] },
  farFromPin: number,
  crypto: PinCrypto,
): Promise<OwnProof[]> {
  const taken = entries.filter(({ kind, data }) => kind === 'proof_taken' && data.delivery_id === delivery.id)
  return Promise.all(
    taken.map(async ({ id, data, fix }) => {
      const { proof } = data as unknown as RoadData['proof_taken']
      const flags = flagsOf(proof as Judged, { ...delivery, pin: location }, fix, farFromPin)
      const isWrong =
        proof.kind === 'pin' && delivery.pin_check && !(await isRightPin(crypto, proof.code, delivery.pin_check))
      return { entryId: id, proof, flags: isWrong ? [...flags, 'wrong_pin' as const] : flags }
    }),
  )
}

type Asked = Pick<RoadSettings, 'requirements' | 'ask_name'>

/**
 * What is missing still. What another phone took, only the server knows; it tells the kinds.
 * @param brought places of the parcels that stay here
 */
export function stillMissing(
  delivery: CarriedDelivery,
  settings: Asked,
  own: readonly OwnProof[],
  brought?: readonly number[],
): MissingProof[] {
  const ownKinds = new Set<string>(own.map(({ proof }) => proof.kind))
  const others = delivery.has_proofs.filter((kind) => !ownKinds.has(kind))
  const taken: Taken[] = [
    ...own.map(({ proof, flags }) => ({ kind: proof.kind, flags, code: 'code' in proof ? proof.code : undefined })),
    ...others.filter((kind) => kind !== 'scan').map((kind) => ({ kind })),
    ...(others.includes('scan') ? codesOf(delivery).map((code) => ({ kind: 'scan', code })) : []),
  ]
  return missingProofs(delivery, settings, taken, brought)
}
