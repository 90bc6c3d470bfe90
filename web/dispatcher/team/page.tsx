import { PageHeader } from '#web/ui/page-header.tsx'
import { Invitations } from './invitations/invitations.tsx'
import { Members } from './members/members.tsx'
import { OfferNotice } from './ownership/offer-notice.tsx'

export function meta() {
  return [{ title: 'Team · Karta' }]
}

/** Who works in the workspace. Each section reads and changes its own records. */
export default function TeamPage() {
  return (
    <>
      <PageHeader title="Team" description="Who works in this workspace, and what each may do." />
      <OfferNotice />
      <div className="flex flex-col gap-8">
        <Members />
        <Invitations />
      </div>
    </>
  )
}
