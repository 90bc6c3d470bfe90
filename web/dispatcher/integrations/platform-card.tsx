import { CircleAlert, CircleCheck, ShoppingBag } from 'lucide-react'
import { connectionFailures, connectionProblems } from '#domain/connection-failures.ts'
import type { Integration } from '#domain/schema/integration.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConnectForm } from './connect-form.tsx'
import { DisconnectButton } from './disconnect-button.tsx'
import { platformWords } from './platforms.ts'

const looks: Record<Integration['state'], { label: string; tone: BadgeTone }> = {
  not_connected: { label: 'Not connected', tone: 'neutral' },
  connecting: { label: 'Connecting', tone: 'warning' },
  connected: { label: 'Connected', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
}

/** A connection that worked, and that the shop ended. */
const lost = { label: 'Connect again', tone: 'danger' } as const

/** One shop platform: the state of its connection, and what can be done about it. */
export function PlatformCard({ integration, problem }: { integration: Integration; problem?: string }) {
  const { platform, state, last_error } = integration
  const { label, tone } = integration.problem ? lost : looks[state]
  const { name, text } = platformWords[platform]
  const isConnected = state === 'connected'
  const failure = isConnected ? undefined : (problem ?? (last_error ? connectionFailures[last_error] : undefined))
  return (
    <Card>
      <section aria-label={name} className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-8">
        <div className="flex min-w-0 gap-3">
          <span
            aria-hidden="true"
            className="grid size-10 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-ink [&>svg]:size-5"
          >
            <ShoppingBag />
          </span>
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="font-semibold tracking-tight">{name}</h2>
              <Badge tone={tone} hasDot>
                {label}
              </Badge>
            </div>
            <p className="mt-1 max-w-prose text-ink-muted">{text}</p>
          </div>
        </div>
        <div className="grid min-w-0 content-start gap-3">
          {failure && (
            <Banner tone="danger" icon={<CircleAlert />}>
              {failure}
            </Banner>
          )}
          {isConnected ? <Connected integration={integration} /> : <ConnectForm integration={integration} />}
        </div>
      </section>
    </Card>
  )
}

function Connected({ integration }: { integration: Integration }) {
  const { platform, shop, shop_version, connected_at, connected_by, problem } = integration
  const { workspace } = useMe()
  const { name } = platformWords[platform]
  return (
    <>
      {problem ? (
        <Banner tone="danger" icon={<CircleAlert />}>
          {connectionProblems[problem]}
        </Banner>
      ) : (
        <p className="flex items-center gap-2 font-medium text-success-ink">
          <CircleCheck aria-hidden="true" className="size-4.5" />
          Connected to {name}
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [&>dt]:text-ink-muted [&>dd]:wrap-anywhere">
        <dt>Shop</dt>
        <dd>{shop}</dd>
        {shop_version && (
          <>
            <dt>Version</dt>
            <dd>{shop_version}</dd>
          </>
        )}
        <dt>Since</dt>
        <dd>
          {connected_at && formatDateTime(connected_at, workspace.time_zone)}
          {connected_by && `, by ${connected_by}`}
        </dd>
      </dl>
      {problem && <ConnectForm integration={integration} />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          to={`/dashboard/integrations/${platform}`}
          variant={problem ? 'secondary' : 'primary'}
          aria-label={`Open ${name}`}
        >
          Open
        </ButtonLink>
        <DisconnectButton integration={integration} />
      </div>
    </>
  )
}
