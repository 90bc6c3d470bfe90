import { dayFleet, type DayVehicle } from '#web/lib/sample-day.ts'
import { pageMeta } from '../../page-meta.ts'
import { ClosingCall } from '../../parts/closing-call.tsx'
import { FeatureGrid } from '../../parts/feature-grid.tsx'
import { KpiCards, type Kpi } from '../../parts/kpi-cards.tsx'
import { MemberLink } from '../../parts/member-link.tsx'
import { PageHero } from '../../parts/page-hero.tsx'
import { Section } from '../../parts/section.tsx'
import { TrialLink } from '../../parts/trial-link.tsx'
import { FleetDay } from './fleet-day.tsx'
import { VehicleTable } from './vehicle-table.tsx'
import { features } from './content.tsx'

export function meta() {
  return pageMeta('/fleet-management')
}

const count = (status: DayVehicle['status']) => dayFleet.filter((vehicle) => vehicle.status === status).length
const average = dayFleet.reduce((all, { fuelLevel }) => all + fuelLevel, 0) / dayFleet.length
const lowest = dayFleet.reduce((one, other) => (other.fuelLevel < one.fuelLevel ? other : one))

const kpis: readonly Kpi[] = [
  { label: 'Total vehicles', value: String(dayFleet.length), hint: `${count('active')} active, ${count('idle')} idle` },
  {
    label: 'On the road',
    value: String(count('active')),
    hint: `${Math.round((100 * count('active')) / dayFleet.length)}% of the fleet`,
  },
  { label: 'In maintenance', value: String(count('maintenance')), hint: 'Back by Thursday' },
  {
    label: 'Average fuel level',
    value: `${Math.round(average)}%`,
    hint: `Lowest: ${lowest.code}, at ${lowest.fuelLevel}%`,
  },
]

export default function FleetManagement() {
  return (
    <>
      <MemberLink to="/dashboard/vehicles">Open your own vehicles</MemberLink>
      <PageHero
        eyebrow="Product Features"
        title="Fleet management your planner listens to"
        lead="Keep capacities, fuel, maintenance and drivers in one list. Change the list, and tomorrow’s routes change with it."
        actions={<TrialLink size="large" />}
        aside={<FleetDay />}
      />
      <Section
        id="fleet"
        title="Every vehicle and what it can do today"
        lead="This is a sample fleet. Open a vehicle to see its capacity, fuel and maintenance history."
      >
        <KpiCards kpis={kpis} className="mb-4 lg:mb-5" />
        <VehicleTable />
      </Section>
      <Section title="Less to remember, less to repair" tone="tinted">
        <FeatureGrid features={features} />
      </Section>
      <ClosingCall
        title="Bring your own fleet"
        text="Enter your vehicles once, and the planner knows them from then on. Full access for seven days."
      />
    </>
  )
}
