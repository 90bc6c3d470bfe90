import { ButtonLink } from '#web/ui/button-link.tsx'
import { useMay } from '#web/lib/me.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Invitations } from './invitations/invitations.tsx'
import { InvitePeople } from './invitations/invite-people.tsx'
import { Members } from './members/members.tsx'
import { OwnMembership } from './members/own-membership.tsx'
import { OfferNotice } from './ownership/offer-notice.tsx'

export function meta() {
  return [{ title: 'Team · Karta' }]
}

/** Who works in the workspace. Each section reads and changes its own records. */
export default function TeamPage() {
  const maySee = useMay('see_operations')
  const mayManage = useMay('manage_workspace')
  return (
    <>
      <PageHeader
        title="Team"
        description="Who works in this workspace, and what each may do."
        actions={
          mayManage && (
            <>
              <ButtonLink to="/dashboard/audit">Audit log</ButtonLink>
              <InvitePeople />
            </>
          )
        }
      />
      <OfferNotice />
      {maySee ? (
        <div className="flex flex-col gap-8">
          <Members />
          <Invitations />
        </div>
      ) : (
        <OwnMembership />
      )}
    </>
  )
}
