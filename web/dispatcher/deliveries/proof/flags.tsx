import type { DeliveryProof } from '#domain/schema/proof.ts'
import { Badge } from '#web/ui/badge.tsx'
import { flagWords } from '../road-event-words.ts'

const harmless: readonly string[] = ['no_place', 'many_tries']

/** What is doubtful about a proof. */
export function Flags({ flags }: { flags: DeliveryProof['flags'] }) {
  return flags.map((flag) => (
    <Badge key={flag} tone={harmless.includes(flag) ? 'neutral' : 'warning'}>
      {flagWords[flag] ?? flag}
    </Badge>
  ))
}
