import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'

/** Leads to the workspace's own fields. */
export function CustomFieldsLink() {
  return (
    <Card
      title="Custom fields"
      description="What your deliveries say besides the usual, such as a gate code, and who sees it."
    >
      <ButtonLink to="/dashboard/settings/custom-fields">Open the custom fields</ButtonLink>
    </Card>
  )
}
