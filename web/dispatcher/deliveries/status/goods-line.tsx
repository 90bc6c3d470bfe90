import { Warehouse } from 'lucide-react'
import type { Goods } from '#domain/schema/goods.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'

const words: Record<Goods['state'], (name: string) => string> = {
  waiting: (name) => `At ${name}, waiting for its transfer`,
  between: (name) => `On the way to ${name}`,
  at_hub: (name) => `At hub ${name}`,
  missing: (name) => `Not found at ${name} when its transfer arrived`,
}

/** Where the goods of a delivery are that goes by way of other depots. */
export function GoodsLine({ goods, timeZone }: { goods: Goods; timeZone: string }) {
  const { state, depot_name, ready_at } = goods
  const isExpected = ready_at !== null && (state === 'waiting' || state === 'between')
  return (
    <div className="mt-1.5">
      <Banner tone={state === 'missing' ? 'warning' : 'info'} icon={<Warehouse />}>
        {words[state](depot_name)}
        {isExpected && `. Ready to load at its depot from ${formatDateTime(ready_at, timeZone)}.`}
      </Banner>
    </div>
  )
}
