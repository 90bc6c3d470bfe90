import { useMay, useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { SupportLink } from '#web/lib/support-link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useAnchor } from '#web/ui/use-anchor.ts'
import { Custody } from './custody.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { ExportWorkspace } from './export-workspace.tsx'
import { PartLinks } from './part-links.tsx'
import { Privacy } from './privacy.tsx'
import { Quotas } from './quotas.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SettingsForm } from './settings-form.tsx'

export function meta() {
  return [{ title: 'Settings · Karta' }]
}

export default function SettingsPage() {
  const { workspace } = useMe()
  const mayChange = useMay('manage_workspace')
  const maySee = useMay('see_operations')
  // A sandbox goes with its workspace.
  const mayDelete = useMay('manage_billing') && !workspace.sandbox_of
  const apiKeys = useAnchor<HTMLDivElement>('api-keys')
  const quotas = useAnchor<HTMLDivElement>('quotas')
  const mayExport = useMay('export_workspace') && !workspace.sandbox_of
  const exporting = useAnchor<HTMLDivElement>('export-workspace')
  const deletion = useAnchor<HTMLDivElement>('delete-workspace')
  return (
    <div className="max-w-3xl">
      <PageHeader title="Settings" description="Defaults for plans and new records in this workspace." />
      <NotOffered
        action="manage_workspace"
        doing="change these settings, API keys and second factors"
        className="mb-4"
      />
      <SettingsForm workspace={workspace} isEditable={mayChange} />
      <div className="mt-8 flex flex-col gap-8">
        <PartLinks
          title="More settings"
          to={[
            'planning',
            'road',
            'alerts',
            'answers',
            'tracking',
            'notifications',
            'slots',
            'shipping',
            'look',
            'customFields',
          ]}
        />
        {mayChange && (
          <>
            <SecondFactor />
            <Privacy />
            <div {...apiKeys} className="scroll-mt-4">
              <PartLinks title="Programs and records" to={['mailIn', 'apiKeys', 'webhooks', 'audit', 'personalData']} />
            </div>
          </>
        )}
        {maySee && (
          <>
            <div {...quotas} className="scroll-mt-4">
              <Quotas />
            </div>
            <Custody />
            <SupportLink />
          </>
        )}
      </div>
      {mayExport && (
        <div {...exporting} className="mt-8 scroll-mt-4">
          <ExportWorkspace />
        </div>
      )}
      {mayDelete && (
        <div {...deletion} className="mt-8 scroll-mt-4">
          <DeleteWorkspace workspace={workspace} />
        </div>
      )}
    </div>
  )
}
