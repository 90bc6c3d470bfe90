import type { ReactNode } from 'react'
import { units } from '#domain/audit/field-names.ts'
import { fieldName, valueText } from '#domain/audit/sentence.ts'
import type { Json } from '#domain/chain/canonical-json.ts'
import type { AuditEntry } from '#domain/schema/audit.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import type { AuditFilter } from './audit-address.ts'
import { erasedWords, recordPage } from './audit-words.ts'

type AuditDetailsProps = { entry: AuditEntry; timeZone: string; onFilter: (part: Partial<AuditFilter>) => void }

/** Everything that an entry says. */
export function AuditDetails({ entry, timeZone, onFilter }: AuditDetailsProps) {
  const { actor, origin, record, records, changes, detail, erased } = entry
  const page = recordPage(entry)
  return (
    <div className="border-t bg-sunken px-4 py-4 text-[0.8125rem] sm:pl-11">
      {Object.keys(changes).length > 0 && <Changes changes={changes} />}
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[max-content_1fr]">
        <Line name="When">{formatDateTime(entry.at, timeZone)}</Line>
        {origin?.ip && <Line name="From address">{origin.ip}</Line>}
        {origin?.user_agent && <Line name="Browser or program">{origin.user_agent}</Line>}
        {records > 0 && <Line name="Records">{`${records.toLocaleString()}, all by one command`}</Line>}
        {Object.entries(detail).map(([name, value]) => (
          <Line key={name} name={capitalized(fieldName(name))}>
            {valueText(value as Json)}
          </Line>
        ))}
        {erased.length > 0 && <Line name="Erased">{erased.map((name) => erasedWords[name] ?? name).join(', ')}</Line>}
        <Line name="Entry">
          {`Number ${entry.number.toLocaleString()}`} <span className="break-all text-ink-faint">{entry.hash}</span>
        </Line>
        {entry.request_id && <Line name="Request">{entry.request_id}</Line>}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        {page && (
          <ButtonLink size="small" to={page}>
            Open {record?.kind === 'workspace' ? 'settings' : (record?.kind.replaceAll('_', ' ') ?? 'record')}
          </ButtonLink>
        )}
        {record?.id && (
          <Button size="small" variant="quiet" onPress={() => onFilter({ record: record.id! })}>
            Everything about this record
          </Button>
        )}
        {actor.id && (
          <Button size="small" variant="quiet" onPress={() => onFilter({ actor: actor.id! })}>
            Everything by {actor.name ?? 'this person'}
          </Button>
        )}
      </div>
    </div>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted max-sm:mt-1">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  return (
    <table className="mb-4 w-full max-w-2xl border-collapse text-left">
      <thead className="text-ink-muted">
        <tr className="border-b">
          <th className="py-1 pr-4 font-medium">Field</th>
          <th className="py-1 pr-4 font-medium">Before</th>
          <th className="py-1 font-medium">After</th>
        </tr>
      </thead>
      <tbody className="align-top">
        {Object.entries(changes).map(([field, { from, to }]) => (
          <tr key={field} className="border-b last:border-0">
            <th scope="row" className="py-1.5 pr-4 font-normal">
              {capitalized(fieldName(field))}
            </th>
            <td className="py-1.5 pr-4 break-words text-ink-muted">{measured(field, from as Json)}</td>
            <td className="py-1.5 break-words">{measured(field, to as Json)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const measured = (field: string, value: Json) =>
  typeof value === 'number' && units[field] ? `${valueText(value)} ${units[field]}` : valueText(value)

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
