import { PageHeader } from '#web/ui/page-header.tsx'

export default function DeliveriesPage() {
  return <PageHeader title="Deliveries" />
}
