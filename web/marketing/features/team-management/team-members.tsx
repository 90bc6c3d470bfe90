import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { asNewcomer } from '../../navigation.ts'
import { Panel } from '../../parts/panel.tsx'
import { sampleMembers } from './sample-team.ts'

export function TeamMembers() {
  return (
    <Panel title="Team members" aside={<AddMember />} isPadded={false}>
      <ul className="divide-y">
        {sampleMembers.map(({ name, role }) => (
          <li key={name} className="flex min-h-20 items-center gap-3.5 px-5">
            <Avatar name={name} />
            <div className="min-w-0 flex-1">
              <p className="leading-snug font-medium">{name}</p>
              <p className="text-sm text-ink-muted">{role}</p>
            </div>
            <StateBadge state="active" />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Guests need a workspace first. Members invite others to theirs. */
function AddMember() {
  return (
    <>
      <ButtonLink to="/signin" state={asNewcomer} variant="primary" className="member:hidden">
        Add Member
      </ButtonLink>
      <span className="hidden member:block">
        <ButtonLink to="/dashboard/team" variant="primary">
          Add Member
        </ButtonLink>
      </span>
    </>
  )
}
