import { Download } from 'lucide-react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { pageMeta } from '../page-meta.ts'
import { PageHero } from '../parts/page-hero.tsx'
import { Authentication } from './authentication.tsx'
import { DocTabs } from './doc-tabs.tsx'
import { Endpoints } from './endpoints.tsx'
import { Overview } from './overview.tsx'

export function meta() {
  return pageMeta('/api')
}

export default function ApiPage() {
  return (
    <>
      <PageHero
        eyebrow="API"
        title="Connect your systems in two calls"
        lead="A simple JSON API with examples you can copy and run. We test them against every version before it ships."
        actions={
          <>
            <ButtonLink
              to="/openapi.yaml"
              reloadDocument
              download="openapi.yaml"
              variant="primary"
              size="large"
              icon={<Download aria-hidden="true" className="size-4.5" />}
            >
              Download OpenAPI Spec
            </ButtonLink>
            <ButtonLink to="/dashboard/api-keys" size="large">
              Get an API Key
            </ButtonLink>
          </>
        }
      />
      <div className="mx-auto max-w-6xl px-5 pt-6 pb-20 lg:pt-8 lg:pb-28">
        <DocTabs
          panels={{
            overview: <Overview />,
            authentication: <Authentication />,
            endpoints: <Endpoints />,
          }}
        />
      </div>
    </>
  )
}
