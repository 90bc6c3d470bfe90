import type { CustomField } from '#domain/schema/custom-field.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { countOf, formatMoney, formatNumber } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { customWords } from '../form/custom-words.ts'
import { kindWords, requirementWords, temperatureWords } from '../form/order-words.ts'

/** A column whose cell is a text, or nothing. */
function words(
  id: string,
  header: string,
  width: string,
  write: (delivery: Delivery) => string | null | undefined | false,
): TableColumn<Delivery> {
  return {
    id,
    header,
    width,
    title: (delivery) => write(delivery) || undefined,
    cell: (delivery) => write(delivery) || <span className="text-ink-faint">–</span>,
  }
}

/** Columns that people may add to the list: what only some orders say, and the workspace's own fields. */
export function orderColumns(currency: string, customFields: readonly CustomField[]): TableColumn<Delivery>[] {
  return [
    words('kind', 'Kind', 'w-24', ({ kind }) => kindWords[kind]),
    words('pickup', 'Pickup', 'w-44', ({ pickup_address }) => pickup_address),
    words('parcels', 'Parcels', 'w-24', ({ parcels, units }) => {
      return parcels.length > 0 ? countOf(parcels.length, 'parcel') : units > 0 && countOf(units, 'piece')
    }),
    {
      id: 'tags',
      header: 'Tags',
      width: 'w-40',
      title: ({ tags }) => tags.join(', '),
      cell: ({ tags }) => <Tags tags={tags} />,
    },
    words('order', 'Order', 'w-32', ({ order_reference: reference, order_step: step }) => {
      return reference && (step === null ? reference : `${reference}, step ${formatNumber(step)}`)
    }),
    words('temperature', 'Temperature', 'w-28', ({ temperature_min_c: min, temperature_max_c: max }) => {
      return temperatureWords(min, max)
    }),
    words('cash', 'Cash', 'w-28', ({ cash_amount }) => cash_amount !== null && formatMoney(cash_amount, currency)),
    words('requirements', 'Proof', 'w-40', ({ requirements }) => {
      return requirements.map((each) => requirementWords[each]).join(', ')
    }),
    words('rating', 'Rating', 'w-40', ({ rating, rating_comment: comment }) => {
      return rating !== null && [`${rating} of 5`, comment].filter(Boolean).join(': ')
    }),
    ...customFields.map((field) =>
      words(`custom.${field.key}`, field.label, 'w-32', ({ custom }) => customWords(field, custom[field.key])),
    ),
  ]
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <span className="text-ink-faint">–</span>
  return (
    <span className="flex gap-1">
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  )
}
