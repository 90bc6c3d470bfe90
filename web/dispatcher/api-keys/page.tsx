import { FlaskConical } from 'lucide-react'
import { useMe } from '#web/lib/me.ts'
import { inWorkspace } from '#web/lib/workspace.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Link } from '#web/ui/link.tsx'
import { KeyList } from './key-list.tsx'
import { SandboxCard } from './sandbox-card.tsx'

export function meta() {
  return [{ title: 'API keys · Karta' }]
}

export default function ApiKeysPage() {
  const { sandbox_of: parent } = useMe().workspace
  const description = (
    <>
      Let your own programs work in this workspace. <Link to="/api">How to use the API</Link>
    </>
  )
  if (parent) {
    return (
      <>
        <PageHeader title="API keys" description={description} />
        <EmptyState icon={<FlaskConical />} title="This is a sandbox">
          Its test keys are made in the workspace that it belongs to.{' '}
          <a
            href={inWorkspace('/dashboard/api-keys', parent)}
            className="focus-ring font-medium text-brand-ink underline"
          >
            Go to its API keys
          </a>
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <KeyList description={description} />
      <div className="mt-8">
        <SandboxCard />
      </div>
    </>
  )
}
