import { parseDate, endOfMonth } from '@internationalized/date'
import { formatsIn } from '#domain/formats.ts'
import { csvLine } from '#domain/import/csv-cell.ts'
import type { Language } from '#domain/language.ts'
import { toMajor } from '#domain/money.ts'
import type { ClientCharge, ClientInvoice } from '#domain/schema/client-billing.ts'
import type { Cell, ListPaper } from '../../papers/paper.ts'

/** The last day of a month. */
export const lastDayOf = (month: string) => endOfMonth(parseDate(`${month}-01`)).toString()

export type WholeInvoice = { invoice: ClientInvoice; charges: ClientCharge[]; correctedNumber: number | undefined }
type House = { name: string; contact: string | null; language: Language; time_zone: string }

/** What is above an invoice, such as `Credit note 12`. */
export const titleOf = ({ kind, number }: Pick<ClientInvoice, 'kind' | 'number'>) =>
  `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`

/** On a credit note, everything is taken back. */
const signOf = ({ kind }: ClientInvoice) => (kind === 'invoice' ? 1 : -1)

/** A line for each charge, and one for each of its parts, with amounts as people say them. */
export function invoiceCsv({ invoice, charges }: WholeInvoice): string {
  const { currency } = invoice
  const major = (minor: number) => toMajor(signOf(invoice) * minor, currency)
  const kind = titleOf(invoice)
  const header = ['Document', 'Day', 'Delivery', 'Reference', 'Attempt', 'For', 'Amount', 'Currency', 'Tax %']
  const rows = charges.flatMap(({ day, number, reference, attempt, lines, tax_percent }) =>
    lines.map(({ text, amount }) => [
      kind,
      day,
      number,
      reference,
      attempt,
      text,
      major(amount),
      currency,
      tax_percent,
    ]),
  )
  return [header, ...rows].map((cells) => csvLine(cells)).join('')
}

const columns = [
  { title: 'Day', share: 0.14 },
  { title: 'Delivery', share: 0.2 },
  { title: 'For', share: 0.48 },
  { title: 'Amount', share: 0.18 },
]

/** An invoice or credit note on paper: its charges, and what they come to. */
export function invoicePaper(house: House, { invoice, charges, correctedNumber }: WholeInvoice): ListPaper {
  const { formatDay, formatDate, formatMonth, formatMoney } = formatsIn(house.language)
  const money = (minor: number) => formatMoney(minor, invoice.currency)
  const title = titleOf(invoice)
  const sign = signOf(invoice)
  const facts = [
    `To ${invoice.client_name}`,
    invoice.client_reference,
    correctedNumber && `Corrects invoice ${correctedNumber}: ${invoice.reason}`,
  ]
  const charged = charges.map(({ day, number, reference, lines }) => ({
    cells: [
      formatDay(day),
      [{ text: number === null ? '' : `#${number}` }, { text: reference ?? '', isSmall: true }],
      lines.map(({ text, amount }) => ({ text: `${text}: ${money(sign * amount)}`, isSmall: true })),
      money(sign * lines.reduce((sum, { amount }) => sum + amount, 0)),
    ] satisfies Cell[],
  }))
  const sum = (text: string, amount: number, isBold = false) => ({
    cells: ['', '', [{ text, isBold }], [{ text: money(amount), isBold }]] satisfies Cell[],
  })
  return {
    kind: 'list',
    title,
    isWide: false,
    sheets: [
      {
        head: {
          left: [house.name, house.contact].filter(Boolean).join(' · '),
          right: formatDate(invoice.made_at, house.time_zone),
          title,
          beside: formatMonth(invoice.month),
          facts: facts.filter(Boolean).join(' · '),
        },
        columns,
        rows: [
          ...charged,
          sum('Net', invoice.net),
          ...invoice.taxes
            .filter(({ percent }) => percent > 0)
            .map(({ percent, net, tax }) => sum(`Tax ${percent}% of ${money(net)}`, tax)),
          sum('Total', invoice.total, true),
        ],
        empty: 'No charges.',
      },
    ],
  }
}
