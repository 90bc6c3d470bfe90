import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { getPlan } from '#domain/api/plans.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { everyPage } from '../../every-page.ts'
import { Paper } from '../paper.tsx'
import { RouteSheet } from './route-sheet.tsx'

export function meta() {
  return [{ title: 'Route sheets · Karta' }]
}

/** A sheet of paper for each driver of a plan. */
export default function RouteSheetsPage() {
  const { id = '' } = useParams()
  const sheets = useQuery({
    queryKey: keys.plans.sheets(id),
    queryFn: async ({ signal }) => {
      const plan = await call(getPlan, { params: { id }, signal })
      // What stands at the door is in the deliveries: a plan keeps only what it was made from.
      const day = { date_from: plan.day, date_to: plan.day }
      const deliveries = await everyPage((cursor) =>
        call(listDeliveries, { query: { ...day, cursor, limit: 200 }, signal }),
      )
      return { plan, deliveries: new Map(deliveries.map((delivery) => [delivery.id, delivery])) }
    },
  })
  const { plan, deliveries } = sheets.data ?? {}
  const back = plan ? `/dashboard/planning?day=${plan.day}&plan=${plan.id}` : '/dashboard/planning'
  return (
    <Paper title="Route sheets" back={{ label: 'Planning', href: back }} isWide={false} query={sheets}>
      {plan?.routes.map((route, position) => (
        <RouteSheet key={route.id} plan={plan} route={route} position={position} deliveries={deliveries ?? new Map()} />
      ))}
      {plan?.routes.length === 0 && <p>This plan has no routes.</p>}
    </Paper>
  )
}
