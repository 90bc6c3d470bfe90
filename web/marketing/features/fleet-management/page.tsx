import { Fuel, UserRoundCheck, Wrench } from 'lucide-react'
import { pageMeta } from '../../page-meta.ts'
import { ClosingCall } from '../../parts/closing-call.tsx'
import { FeatureGrid, type Feature } from '../../parts/feature-grid.tsx'
import { KpiCards, type Kpi } from '../../parts/kpi-cards.tsx'
import { MemberLink } from '../../parts/member-link.tsx'
import { PageHero } from '../../parts/page-hero.tsx'
import { Section } from '../../parts/section.tsx'
import { TrialLink } from '../../parts/trial-link.tsx'
import { FleetDay } from './fleet-day.tsx'
import { VehicleTable } from './vehicle-table.tsx'

export function meta() {
  return pageMeta('/fleet-management')
}

const kpis: readonly Kpi[] = [
  { label: 'Total vehicles', value: '24', hint: '18 active, 4 idle, 2 in maintenance' },
  { label: 'On the road', value: '18', hint: '75% of the fleet' },
  { label: 'In maintenance', value: '2', hint: 'Both back by Thursday' },
  { label: 'Average fuel level', value: '71%', hint: 'KA-1003 is lowest, at 18%' },
]

const features: readonly Feature[] = [
  {
    icon: <Wrench />,
    title: 'Maintenance scheduling',
    text: 'Due by date or distance. A vehicle in the workshop is not in tomorrow’s plan, and nobody has to remember why.',
  },
  {
    icon: <UserRoundCheck />,
    title: 'Driver assignment',
    text: 'Who drives what, with the skills both must have: cold goods only go to a driver and a van that can carry them.',
  },
  {
    icon: <Fuel />,
    title: 'Fuel and cost',
    text: 'Level, distance and liters of each vehicle, so that the expensive one stands out before the invoice does.',
  },
]

/** The vehicles of a sample fleet. */
export default function FleetManagement() {
  return (
    <>
      <MemberLink to="/dashboard/vehicles">Open your own vehicles</MemberLink>
      <PageHero
        eyebrow="Product Features"
        title="Fleet management that the planner listens to"
        lead="Capacities, fuel, maintenance and drivers in one list. What changes there, changes tomorrow’s routes."
        actions={<TrialLink size="large" />}
        aside={<FleetDay />}
      />
      <Section
        id="fleet"
        title="Every vehicle, and what it is good for today"
        lead="A sample fleet. Open a vehicle to see its capacity, its fuel and what the workshop did."
      >
        <KpiCards kpis={kpis} className="mb-4 lg:mb-5" />
        <VehicleTable />
      </Section>
      <Section title="Less to remember, less to repair" tone="tinted">
        <FeatureGrid features={features} />
      </Section>
      <ClosingCall
        title="Bring your fleet along"
        text="Enter your vehicles once; the planner knows them from then on. Seven days with full access."
      />
    </>
  )
}
