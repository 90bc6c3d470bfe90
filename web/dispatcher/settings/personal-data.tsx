import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

/** Leads to what is stored about recipients. */
export function PersonalData() {
  return (
    <Card
      title="Personal data"
      description="Find, export and erase everything about one recipient, and set how long it is kept."
    >
      <Link to="/dashboard/personal-data">Personal data of recipients</Link>
    </Card>
  )
}
