import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { listDeliveries } from '#domain/api/deliveries.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { readFilter, toQuery, writeFilter } from '../../deliveries/deliveries-address.ts'
import { everyPage } from '../../every-page.ts'
import { Paper } from '../paper.tsx'
import { ManifestSheet } from './manifest-sheet.tsx'

export function meta() {
  return [{ title: 'Manifest · Karta' }]
}

/** Every delivery that the list's filter finds, to print. */
export default function ManifestPage() {
  const { search } = useLocation()
  const filter = useMemo(() => readFilter(new URLSearchParams(search)), [search])
  const query = toQuery(filter)
  const deliveries = useQuery({
    queryKey: keys.deliveries.manifest(JSON.stringify(query)),
    queryFn: ({ signal }) =>
      everyPage((cursor) => call(listDeliveries, { query: { ...query, cursor, limit: 200 }, signal })),
  })
  const back = `/dashboard/deliveries?${writeFilter(new URLSearchParams(), filter).toString()}`
  return (
    <Paper title="Manifest" back={{ label: 'Deliveries', href: back }} isWide query={deliveries}>
      <ManifestSheet deliveries={deliveries.data ?? []} filter={filter} />
    </Paper>
  )
}
