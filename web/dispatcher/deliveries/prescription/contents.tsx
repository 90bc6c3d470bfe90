import type { Prescription } from '#domain/schema/prescription.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { receiverWords } from './prescription-words.ts'

/** What a prescription says. */
export function Contents({ prescription }: { prescription: Prescription }) {
  const { workspace } = useMe()
  const { numbers, items, note, received_by, authorized_names, is_refrigerated, updated_at, updated_by } = prescription
  return (
    <section aria-label="What it says" className="rounded-xl border p-4">
      <Facts>
        <Fact label="Numbers">{numbers.join(', ')}</Fact>
        {items.length > 0 && (
          <Fact label="Items">
            <ul className="flex flex-col gap-2">
              {items.map(({ name, quantity, schedule, is_controlled }, at) => (
                <li key={at}>
                  <span className="font-medium">{name}</span>
                  {quantity && <span className="text-ink-muted"> · {quantity}</span>}
                  {(is_controlled || schedule) && (
                    <span className="mt-1 flex flex-wrap gap-1.5">
                      {is_controlled && <Badge tone="warning">Controlled</Badge>}
                      {schedule && <Badge>Schedule {schedule}</Badge>}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {note && (
          <Fact label="Note">
            <span className="whitespace-pre-line">{note}</span>
          </Fact>
        )}
        <Fact label="May receive it">
          {receiverWords[received_by]}
          {authorized_names.length > 0 && `: ${authorized_names.join(', ')}`}
        </Fact>
        {is_refrigerated && <Fact label="Storage">Refrigerated</Fact>}
        <Fact label="Last changed">
          {updated_by}, {formatDateTime(updated_at, workspace.time_zone)}
        </Fact>
      </Facts>
    </section>
  )
}
