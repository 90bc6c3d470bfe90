import { planFirst } from './orders/first-plan.ts'
import { insertLate } from './orders/insert-late.ts'
import { importOrders } from './orders/import.ts'

/** Each part measures one figure, prints it, and says whether it is within its limit. */
type Part = { name: string; run: () => Promise<boolean> }

const parts: Part[] = [
  { name: 'A day of 300 orders with pickups and reloads', run: planFirst },
  { name: 'Insert late orders into a dispatched day', run: insertLate },
  { name: 'The import of 10,000 orders', run: importOrders },
]

const wanted = process.argv[2]
let isWithin = true
for (const { name, run } of parts) {
  if (wanted !== undefined && !name.toLowerCase().includes(wanted.toLowerCase())) continue
  console.log(`\n${name}`)
  isWithin = (await run()) && isWithin
}
if (!isWithin) process.exitCode = 1
