import { useState } from 'react'
import type { WhyDriver } from '#domain/schema/plan-why.ts'
import { formatNumber, withTimes } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { effectLine } from '../changes/effect-words.ts'

/** As many as are shown before somebody asks for more. */
const few = 5

/** What each driver could do for a delivery: what it would cost, or why not. */
export function DriverAnswers({ drivers, label }: { drivers: readonly WhyDriver[]; label: string }) {
  const { currency } = useMe().workspace
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? drivers : drivers.slice(0, few)
  return (
    <div className="grid gap-2">
      <table className="w-full text-[0.8125rem]">
        <caption className="pb-1 text-left font-medium">{label}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Driver</th>
            <th scope="col">Answer</th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {shown.map((driver) => (
            <tr key={driver.driver_id} className="align-baseline">
              <th scope="row" className="w-2/5 py-1.5 pr-3 text-left font-normal wrap-anywhere">
                {driver.driver_name}
                <span className="block text-xs text-ink-muted">
                  {[driver.vehicle_code, driver.route_id === null && 'no route yet'].filter(Boolean).join(', ')}
                </span>
              </th>
              <td className="py-1.5">
                {driver.fits && driver.place ? effectLine(driver.place.effect, currency) : reasonsOf(driver)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {drivers.length > few && (
        <Button size="small" variant="quiet" className="justify-self-start" onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${formatNumber(drivers.length, 0)}`}
        </Button>
      )}
    </div>
  )
}

function reasonsOf({ reasons }: WhyDriver): string {
  const said = reasons.map(({ sentence }) => withTimes(sentence)).join('; ')
  return said.charAt(0).toUpperCase() + said.slice(1)
}
