import { Headset, KeyRound, ShieldCheck, Truck } from 'lucide-react'
import { pageMeta } from '../../page-meta.ts'
import { ClosingCall } from '../../parts/closing-call.tsx'
import { FeatureGrid, type Feature } from '../../parts/feature-grid.tsx'
import { MemberLink } from '../../parts/member-link.tsx'
import { PageHero } from '../../parts/page-hero.tsx'
import { Section } from '../../parts/section.tsx'
import { TrialLink } from '../../parts/trial-link.tsx'
import { DayLog } from './day-log.tsx'
import { RoleTable } from './role-table.tsx'
import { TeamMembers } from './team-members.tsx'
import { TeamPerformance } from './team-performance.tsx'

export function meta() {
  return pageMeta('/team-management')
}

const features: readonly Feature[] = [
  {
    icon: <Truck />,
    title: 'Drivers',
    text: 'Their own route on their own phone: the next stop, the way there, and proof with one hand free.',
  },
  {
    icon: <Headset />,
    title: 'Dispatchers',
    text: 'Plan the day, send it out and mend it while it runs. Every change is theirs to undo.',
  },
  {
    icon: <ShieldCheck />,
    title: 'Administrators',
    text: 'Invite people, give them roles, keep keys and settings. Nobody shares a password.',
  },
  {
    icon: <KeyRound />,
    title: 'Granular access control',
    text: 'Five roles, checked by the server on every call and not merely hidden in a menu.',
  },
]

/** The people of a sample workspace, how they do, and what each role may do. */
export default function TeamManagement() {
  return (
    <>
      <MemberLink to="/dashboard/drivers">Open your own drivers</MemberLink>
      <PageHero
        eyebrow="Product Features"
        title="Team management that fits how you deliver"
        lead="Drivers, dispatchers and administrators work on the same day. Each sees what they need, and nothing they should not."
        actions={<TrialLink size="large" />}
        aside={<DayLog />}
      />
      <Section
        id="team"
        title="Your team at a glance"
        lead="A sample team: who is there, what they do, and how it goes."
      >
        <div className="grid gap-5 lg:grid-cols-2">
          <TeamMembers />
          <TeamPerformance />
        </div>
      </Section>
      <Section title="A role for everyone who touches a delivery" tone="tinted">
        <FeatureGrid features={features} columns={4} />
      </Section>
      <Section
        title="Who may do what"
        lead="The whole of it. This table is made from the very rules the server goes by."
      >
        <RoleTable />
      </Section>
      <ClosingCall
        title="Bring your team along"
        text="Invite dispatchers and drivers during the trial: seven days with full access for all of them."
      />
    </>
  )
}
