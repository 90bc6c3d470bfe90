import { PageHeader } from '#web/ui/page-header.tsx'

export default function PlanningPage() {
  return <PageHeader title="Planning" />
}
