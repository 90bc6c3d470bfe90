import { useMutation, useQuery } from '@tanstack/react-query'
import { endOverlap } from '#domain/api/api-keys.ts'
import type { ApiKey } from '#domain/schema/api-key.ts'
import { call } from '#web/lib/call.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { toast } from '#web/ui/toast.tsx'
import { depotChoicesQuery } from '../queries.ts'
import { LastUse } from './key-columns.tsx'
import { endWords, overlapOf, scopeWords, stateOf } from './key-words.ts'
import { UsageChart } from './usage-chart.tsx'

type Doing = 'edit' | 'rotate' | 'revoke'
type Props = { apiKey: ApiKey; onClose: () => void; onDo: (what: Doing) => void; onChanged: () => void }

/** Everything about one key: what it may do, how it is used, and what can be done with it. */
export function KeyDrawer({ apiKey, onClose, onDo, onChanged }: Props) {
  const { time_zone: zone } = useMe().workspace
  const now = Date.now()
  const isActive = stateOf(apiKey, now) === 'active'
  const overlap = overlapOf(apiKey, now)
  return (
    <Drawer
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={apiKey.name}
      description={apiKey.mode === 'test' ? 'Test key: it works in the sandbox' : 'Live key'}
      footer={
        <>
          {isActive && (
            <Button variant="danger" onPress={() => onDo('revoke')}>
              Revoke
            </Button>
          )}
          {isActive && (
            <Button isDisabled={overlap !== null} onPress={() => onDo('rotate')}>
              Rotate
            </Button>
          )}
          <Button variant="primary" onPress={() => onDo('edit')}>
            Edit
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {!isActive && <Banner tone="danger">{endWords(apiKey, now, zone)}. It no longer works.</Banner>}
        {overlap && <Overlap apiKey={apiKey} overlap={overlap} zone={zone} onEnded={onChanged} />}
        <section>
          <h3 className="mb-2 font-medium">Requests</h3>
          <UsageChart keyId={apiKey.id} />
        </section>
        <KeyFacts apiKey={apiKey} zone={zone} />
      </div>
    </Drawer>
  )
}

type OverlapProps = { apiKey: ApiKey; overlap: NonNullable<ApiKey['previous']>; zone: string; onEnded: () => void }

/** The old secret, which still works: whether it is still used, and a way to end it. */
function Overlap({ apiKey, overlap, zone, onEnded }: OverlapProps) {
  const end = useMutation({
    mutationFn: () => call(endOverlap, { params: { id: apiKey.id }, version: apiKey.version }),
    onSuccess: () => {
      onEnded()
      toast({ title: 'The old secret no longer works' })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <Banner
      tone="warning"
      actions={
        <Button size="small" isPending={end.isPending} onPress={() => end.mutate()}>
          End it now
        </Button>
      }
    >
      <span className="block">
        The old secret <code className="font-mono text-[0.8125rem]">{overlap.prefix}…</code> works until{' '}
        {formatDateTime(overlap.ends_at, zone)}.
      </span>
      <span className="block font-normal">
        {overlap.last_used_at
          ? `Last used ${formatDateTime(overlap.last_used_at, zone)}${overlap.last_used_address ? ` from ${overlap.last_used_address}` : ''}.`
          : 'It was never used.'}
      </span>
    </Banner>
  )
}

function KeyFacts({ apiKey, zone }: { apiKey: ApiKey; zone: string }) {
  const depots = useQuery({ ...depotChoicesQuery, enabled: apiKey.depot_ids !== null })
  const depotName = (id: string) =>
    depots.data?.find((depot) => depot.id === id)?.name ?? (depots.data ? 'A depot that is no longer active' : '…')
  return (
    <Facts>
      <Fact label="May do">
        <ul className="grid gap-1.5">
          {apiKey.scopes.map((scope) => (
            <li key={scope}>
              {scopeWords[scope].label}
              <span className="block text-[0.8125rem] text-ink-muted">{scopeWords[scope].description}</span>
            </li>
          ))}
        </ul>
      </Fact>
      {apiKey.mode === 'live' && (
        <Fact label="Depots">{apiKey.depot_ids ? apiKey.depot_ids.map(depotName).join(', ') : 'All'}</Fact>
      )}
      <Fact label="Addresses">
        {apiKey.allowed_addresses ? (
          <ul className="font-mono text-[0.8125rem] wrap-anywhere">
            {apiKey.allowed_addresses.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        ) : (
          'From everywhere'
        )}
      </Fact>
      <Fact label="Last used">
        <LastUse {...apiKey} zone={zone} />
      </Fact>
      <Fact label="Expires">{apiKey.expires_at ? formatDateTime(apiKey.expires_at, zone) : 'Never'}</Fact>
      <Fact label="Begins with">
        <code className="font-mono text-[0.8125rem]">{apiKey.prefix}…</code>
      </Fact>
      <Fact label="Created">
        {formatDate(apiKey.created_at, zone)}, {apiKey.created_by}
      </Fact>
    </Facts>
  )
}
