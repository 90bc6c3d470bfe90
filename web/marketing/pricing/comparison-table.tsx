import { Check, Minus } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { comparison, plans, type ComparisonGroup } from './plans.ts'

const cellLook = 'px-1.5 py-3.5 text-left align-middle first:pl-3 sm:px-5 sm:first:pl-5'

export function ComparisonTable() {
  return (
    <div className="overflow-hidden rounded-2xl border bg-surface shadow-card">
      <table className="w-full table-fixed border-collapse text-[0.8125rem] leading-snug sm:text-base sm:leading-relaxed">
        <caption className="sr-only">What each plan includes</caption>
        <thead>
          <tr className="border-b">
            <th scope="col" className={cx(cellLook, 'w-[29%] font-semibold sm:w-[34%]')}>
              Plan
            </th>
            {plans.map((plan) => (
              <th
                key={plan.id}
                scope="col"
                className={cx(cellLook, 'font-semibold', plan.isPopular && 'bg-brand-soft')}
              >
                {plan.name}
              </th>
            ))}
          </tr>
        </thead>
        {comparison.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </table>
    </div>
  )
}

function Group({ group }: { group: ComparisonGroup }) {
  return (
    <tbody className="border-b last:border-b-0">
      <tr>
        <th scope="rowgroup" colSpan={4} className="bg-ground px-3 py-2.5 text-left text-sm font-semibold sm:px-5">
          {group.title}
        </th>
      </tr>
      {group.rows.map(({ label, cells }) => (
        <tr key={label} className="border-t">
          <th scope="row" className={cx(cellLook, 'font-normal text-ink-muted')}>
            {label}
          </th>
          {cells.map((cell, position) => (
            <td key={plans[position]!.id} className={cx(cellLook, plans[position]!.isPopular && 'sm:bg-brand-soft/50')}>
              <Cell value={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

function Cell({ value }: { value: string | boolean }) {
  if (typeof value === 'string') return <span className="font-medium tabular-nums">{value}</span>
  const Icon = value ? Check : Minus
  return (
    <>
      <Icon aria-hidden="true" className={cx('size-5', value ? 'text-brand-ink' : 'text-ink-faint')} />
      <span className="sr-only">{value ? 'Included' : 'Not included'}</span>
    </>
  )
}
