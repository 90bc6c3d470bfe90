import { FlaskConical } from 'lucide-react'
import { inWorkspace } from '#web/lib/workspace.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Says above every page of a sandbox that nothing here is real, and leads back. */
export function SandboxBanner({ parent }: { parent: string }) {
  return (
    <div className="print:hidden">
      <Banner
        shape="bar"
        tone="warning"
        icon={<FlaskConical />}
        actions={
          // Another workspace: the page loads anew.
          <a href={inWorkspace('/dashboard/api-keys', parent)} className="focus-ring rounded-md font-medium underline">
            Leave the sandbox
          </a>
        }
      >
        Sandbox: test keys work here with sample data, and nothing is sent outside.
      </Banner>
    </div>
  )
}
