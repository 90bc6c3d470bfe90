import { Cake, KeyRound, ScanBarcode, Thermometer, UserRound, type LucideIcon } from 'lucide-react'
import type { DeliveryProof } from '#domain/schema/proof.ts'
import { PlaceLine } from './place-line.tsx'
import { Flags } from './flags.tsx'
import { proofWords, valueWords } from './proof-words.ts'

const icons: Partial<Record<DeliveryProof['kind'], LucideIcon>> = {
  scan: ScanBarcode,
  age: Cake,
  pin: KeyRound,
  name: UserRound,
  temperature: Thermometer,
}

/** A proof in a line: a code, a name, an age, a PIN or a reading. */
export function ProofRow({ proof }: { proof: DeliveryProof }) {
  const Icon = icons[proof.kind] ?? UserRound
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-ink-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-ink-muted">{proofWords[proof.kind]}</span>
          <span className="font-medium wrap-anywhere">{valueWords(proof)}</span>
          <Flags flags={proof.flags} />
        </p>
        <PlaceLine of={proof} />
      </div>
    </li>
  )
}
