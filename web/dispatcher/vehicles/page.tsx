import { PageHeader } from '#web/ui/page-header.tsx'

export default function VehiclesPage() {
  return <PageHeader title="Vehicles" />
}
