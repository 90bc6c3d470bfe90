import { CircleAlert } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { connectionProblems } from '#domain/connection-failures.ts'
import { ShopPlatform, type Integration } from '#domain/schema/integration.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DisconnectButton } from '../disconnect-button.tsx'
import { platformWords } from '../platforms.ts'
import { useIntegrations } from '../use-integrations.ts'
import { Problems } from './problems.tsx'
import { RulesForm } from './rules-form.tsx'
import { CheckoutCard } from './checkout-card.tsx'
import { SyncCard } from './sync-card.tsx'
import { useShop } from './use-shop.ts'
import { WooPlugin } from './woo-plugin.tsx'

export function meta() {
  return [{ title: 'Shop · Karta' }]
}

/** A connected shop: how it keeps in step, what waits, and which of its orders are delivered. */
export default function ShopPage() {
  const platform = ShopPlatform.safeParse(useParams().platform).data
  const { data, error, refetch, isFetching } = useIntegrations(false)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <Skeleton className="h-96 w-full" />
  const integration = data.data.find((each) => each.platform === platform)
  if (integration?.state !== 'connected') {
    return (
      <EmptyState
        isPageTitle
        icon={<CircleAlert />}
        title="No shop is connected here"
        actions={<ButtonLink to="/dashboard/integrations">Show integrations</ButtonLink>}
      >
        Connect one first. Its orders then arrive by themselves.
      </EmptyState>
    )
  }
  return <ConnectedShop integration={integration} />
}

function ConnectedShop({ integration }: { integration: Integration }) {
  const { platform, shop, problem } = integration
  const navigate = useNavigate()
  const { state, problems, sync, retry } = useShop(platform)
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <PageHeader
        title={platformWords[platform].name}
        trail={[{ label: 'Integrations', href: '/dashboard/integrations' }]}
        description={shop ?? undefined}
        actions={<DisconnectButton integration={integration} onDone={() => void navigate('/dashboard/integrations')} />}
      />
      {problem && (
        <Banner
          tone="danger"
          icon={<CircleAlert />}
          actions={<ButtonLink to="/dashboard/integrations">Connect again</ButtonLink>}
        >
          {connectionProblems[problem]}
        </Banner>
      )}
      {state.isLoadingError && (
        <LoadError error={state.error} onRetry={() => void state.refetch()} isRetrying={state.isFetching} />
      )}
      <SyncCard
        state={state.data}
        onSync={() => sync.mutate()}
        isPending={sync.isPending}
        isLocked={problem !== null}
      />
      {problems.data && <Problems problems={problems.data} onRetry={retry.mutate} isPending={retry.isPending} />}
      {platform === 'woocommerce' && <WooPlugin />}
      <CheckoutCard platform={platform} failure={state.data?.checkout_failure ?? null} />
      {state.data && <RulesForm integration={integration} locations={state.data.locations} />}
    </div>
  )
}
