import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'

/** Leads to the API keys. */
export function ApiKeysLink() {
  return (
    <Card
      title="API keys"
      description="Let your own programs work in this workspace, each with no more rights than it needs."
    >
      <ButtonLink to="/dashboard/api-keys">Manage API keys</ButtonLink>
    </Card>
  )
}
