import { pageMeta } from '../../page-meta.ts'
import { ClosingCall } from '../../parts/closing-call.tsx'
import { FeatureGrid } from '../../parts/feature-grid.tsx'
import { MemberLink } from '../../parts/member-link.tsx'
import { PageHero } from '../../parts/page-hero.tsx'
import { Section } from '../../parts/section.tsx'
import { TrialLink } from '../../parts/trial-link.tsx'
import { DayLog } from './day-log.tsx'
import { RoleTable } from './role-table.tsx'
import { TeamMembers } from './team-members.tsx'
import { TeamPerformance } from './team-performance.tsx'
import { features } from './content.tsx'

export function meta() {
  return pageMeta('/team-management')
}

export default function TeamManagement() {
  return (
    <>
      <MemberLink to="/dashboard/team">Open your own team</MemberLink>
      <PageHero
        eyebrow="Product Features"
        title="Team management that fits how you deliver"
        lead="Drivers, dispatchers and administrators work on the same day. They see what they need and nothing they shouldn’t."
        actions={<TrialLink size="large" />}
        aside={<DayLog />}
      />
      <Section
        id="team"
        title="Your team at a glance"
        lead="A sample team: who’s on it, what they do and how they’re doing."
      >
        <div className="grid gap-5 lg:grid-cols-2">
          <TeamMembers />
          <TeamPerformance />
        </div>
      </Section>
      <Section title="A role for everyone who touches a delivery" tone="tinted">
        <FeatureGrid features={features} columns={4} />
      </Section>
      <Section title="Who can do what" lead="This is the whole list, built from the same rules the server enforces.">
        <RoleTable />
      </Section>
      <ClosingCall
        title="Bring your team"
        text="Invite dispatchers and drivers during the trial. Everyone gets full access for seven days."
      />
    </>
  )
}
