import { PageHeader } from '#web/ui/page-header.tsx'

export default function DriversPage() {
  return <PageHeader title="Drivers" />
}
