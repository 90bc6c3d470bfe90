import { PageHeader } from '#web/ui/page-header.tsx'

export default function DepotsPage() {
  return <PageHeader title="Depots" />
}
