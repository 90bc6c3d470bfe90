import { Route } from 'lucide-react'
import type { PlanTravel } from '#domain/schema/travel.ts'
import { Banner } from '#web/ui/banner.tsx'

/** What of a plan's times is only estimated, and why. */
export function TravelNote({ travel }: { travel: PlanTravel | null }) {
  if (!travel?.note) return null
  return (
    <Banner tone="warning" icon={<Route />}>
      {travel.note}
    </Banner>
  )
}
