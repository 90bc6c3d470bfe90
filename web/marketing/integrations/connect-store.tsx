import type { FormEvent } from 'react'
import { Link } from '#web/ui/link.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useShopConnection, type ConnectButtonState } from './use-shop-connection.ts'
import { asNewcomer } from '../navigation.ts'

export type Platform = {
  id: 'shopify' | 'woocommerce' | 'wix'
  name: string
  /** The field that asks a member for the shop. Absent if the platform asks for it. */
  address?: { label: string; placeholder: string }
}

/** Connects a member’s shop. For guests it is a simulation. */
export function ConnectStore({ platform }: { platform: Platform }) {
  const connection = useShopConnection(platform.id)
  const { state, error, connect } = connection
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    connect(String(new FormData(event.currentTarget).get('shop') ?? '').trim() || undefined)
  }
  return (
    <form onSubmit={submit} className="grid w-full max-w-md gap-4">
      {platform.address && state !== 'connected' && (
        // Guests have no shop to enter. CSS hides the field from them, so hydration shifts nothing.
        <div className="hidden member:block">
          <PlainField
            {...platform.address}
            name="shop"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            readOnly={state === 'connecting'}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3" aria-live="polite">
        <ConnectButton name={platform.name} state={state} />
        {state === 'connected' && <ConnectedShop {...connection} />}
      </div>
      {error && (
        <p role="alert" className="rounded-lg bg-danger-soft px-4 py-3 text-[0.9375rem] text-danger-ink">
          {error}
        </p>
      )}
      <GuestNote />
    </form>
  )
}

function ConnectButton({ name, state }: { name: string; state: ConnectButtonState['state'] }) {
  const label = {
    'not connected': `Connect ${name} Store`,
    connecting: 'Connecting...',
    connected: `Connected to ${name}`,
  }[state]
  return (
    <PlainButton
      type="submit"
      variant="primary"
      size="large"
      className="min-w-64"
      disabled={state !== 'not connected'}
      icon={state === 'connecting' && <Spinner label="" />}
    >
      {label}
    </PlainButton>
  )
}

/** Names the connected shop. A guest’s simulated connection has none. */
function ConnectedShop({ shop, disconnect }: ConnectButtonState) {
  if (!shop) return null
  return (
    <>
      <PlainButton size="large" onClick={disconnect}>
        Disconnect
      </PlainButton>
      <p className="w-full text-[0.9375rem] wrap-anywhere text-ink-muted">{shop}</p>
    </>
  )
}

function GuestNote() {
  return (
    <p className="text-[0.9375rem] text-pretty text-ink-muted member:hidden">
      <span className="noscript:hidden">Without an account, this is only a preview. No store is contacted. </span>
      <Link to="/signin" state={asNewcomer}>
        Start your free trial
      </Link>{' '}
      to connect your own.
    </p>
  )
}
