import { tierTable, type TierName } from '#domain/tiers.ts'
import { useMe } from '#web/lib/me.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'

/** What Enterprise is, and the way to the sales form, which knows who asks. */
export function EnterpriseCard({ booked }: { booked: TierName }) {
  const { email, workspace } = useMe()
  const filled = {
    email,
    company: workspace.name,
    message: `Workspace: ${workspace.name} (${workspace.id})\nTier: ${tierTable[booked].name}\n\n`,
  }
  return (
    <Card
      title="Enterprise"
      description="No limits, longer searches, and an account manager. Its price is agreed with sales."
      actions={
        <ButtonLink to="/contact" state={{ sales: true, filled }}>
          Contact Sales
        </ButtonLink>
      }
    />
  )
}
