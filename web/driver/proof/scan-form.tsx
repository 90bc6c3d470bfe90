import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { whatWasScanned } from '#domain/road/scanned.ts'
import { findStop } from '../day/stops.ts'
import { useDay } from '../road/use-road.ts'
import { scanWord } from '../scan/scan-words.ts'
import { Scanner, type ScanBy, type ScanWord } from '../scan/scanner.tsx'
import { Tag } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import type { ProofFormProps } from './form-props.ts'

/** Each parcel that stays here is scanned. */
export function ScanForm({ stop, missing, own, take }: ProofFormProps) {
  const words = useWords()
  const day = useDay()
  const [isOpen, setOpen] = useState(false)
  const delivery = stop.delivery!
  const route = findStop(day, stop.id)!.route

  async function scan(code: string, by: ScanBy): Promise<ScanWord> {
    const earlier = own.flatMap(({ proof }) => (proof.kind === 'scan' ? [proof.code] : []))
    const others = route.stops.flatMap((each) => each.delivery ?? [])
    const scanned = whatWasScanned(code.slice(0, 200), delivery, { earlier, others })
    if (scanned.is === 'right') await take({ kind: 'scan', code: code.slice(0, 200), by })
    return scanWord(scanned, code.slice(0, 40), route, words)
  }

  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        {words.say('scan.left')}
        {missing.codes.map((code) => (
          <Tag key={code}>
            <bdi>{code}</bdi>
          </Tag>
        ))}
      </p>
      {isOpen ? (
        <Scanner onCode={scan} />
      ) : (
        <Press
          look="primary"
          isLarge
          icon={<ScanLine aria-hidden="true" className="size-5" />}
          onClick={() => setOpen(true)}
        >
          {words.say('scan.start')}
        </Press>
      )}
    </>
  )
}
