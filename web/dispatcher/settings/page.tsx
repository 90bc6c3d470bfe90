import { PageHeader } from '#web/ui/page-header.tsx'

export default function SettingsPage() {
  return <PageHeader title="Settings" />
}
