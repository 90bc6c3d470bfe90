import { useQuery } from '@tanstack/react-query'
import { Footprints } from 'lucide-react'
import { listUsedLearned } from '#domain/api/address-memory.ts'
import type { UsedLearned } from '#domain/schema/learned-place.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { learnedWords } from '../../addresses/learned/learned-words.ts'

/** What a delivery uses of what visits taught about its address: "8 min, learned from 7 visits". */
export function LearnedLine({ deliveryId }: { deliveryId: string }) {
  const mayAsk = useMay('see_addresses')
  const used = useQuery({
    queryKey: keys.learned.used(deliveryId),
    queryFn: ({ signal }) => call(listUsedLearned, { params: { id: deliveryId }, signal }),
    enabled: mayAsk,
  }).data?.data
  if (!used?.length) return null
  return (
    <p className="flex gap-2 text-[0.8125rem] text-ink-muted">
      <Footprints aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{used.map(sayUsed).join(' · ')}</span>
    </p>
  )
}

const sayUsed = ({ kind, minutes, seen }: UsedLearned) =>
  `${minutes === null ? learnedWords[kind] : `${formatNumber(minutes)} min`}, learned from ${countOf(seen, 'visit')}`
