import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'

/** Leads to what drivers are asked for. */
export function RoadLink() {
  return (
    <Card
      title="On the road"
      description="What the drivers’ app asks for, what drivers may do on their own, and when you are told."
    >
      <ButtonLink to="/dashboard/settings/road">Open the settings for the road</ButtonLink>
    </Card>
  )
}
