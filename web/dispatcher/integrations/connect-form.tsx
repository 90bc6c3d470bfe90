import { useState } from 'react'
import { Form } from 'react-aria-components'
import type { Integration } from '#domain/schema/integration.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { KeysForm } from './keys-form.tsx'
import { platformWords } from './platforms.ts'
import { useConnect } from './use-integrations.ts'

/** Asks which shop to connect, and goes there. */
export function ConnectForm({ integration }: { integration: Integration }) {
  const { platform, state, step, missing_settings } = integration
  const { name, address } = platformWords[platform]
  const [shop, setShop] = useState(platform === 'wix' ? '' : (integration.shop ?? ''))
  const { connect, isConnecting, problem } = useConnect(platform)
  const isChecking = state === 'connecting' && step === 'check'
  if (missing_settings.length > 0) {
    return (
      <>
        <NotAvailable name={name} />
        {platform === 'shopify' && <KeysForm />}
      </>
    )
  }
  const isBusy = isConnecting || isChecking
  return (
    <>
      <Form
        validationBehavior="aria"
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) connect(shop.trim() || undefined)
        }}
      >
        {state === 'connecting' && step === 'approval' && !isConnecting && (
          <p className="text-ink-muted">
            Waiting for your approval in the shop. If you closed that page, connect again.
          </p>
        )}
        {address ? (
          <TextField
            label={address.label}
            placeholder={address.placeholder}
            value={shop}
            onChange={setShop}
            errorMessage={problem ?? undefined}
            isDisabled={isBusy}
            autoComplete="off"
            inputMode="url"
            maxLength={300}
          />
        ) : (
          problem && <Banner tone="danger">{problem}</Banner>
        )}
        <div>
          <Button type="submit" variant="primary" isDisabled={isBusy}>
            {isBusy ? 'Connecting...' : `Connect ${name} Store`}
          </Button>
        </div>
      </Form>
      {platform === 'shopify' && <KeysForm />}
    </>
  )
}

/** For customers. What operators set is in docs/integrations.md. */
function NotAvailable({ name }: { name: string }) {
  return (
    <Banner tone="info">
      {name} isn’t available here yet. Until then,{' '}
      <Link to="/dashboard/deliveries?import=1" className="text-current underline">
        import its orders from a file
      </Link>
      , or{' '}
      <Link to="/contact" className="text-current underline">
        ask us to turn it on
      </Link>
      .
    </Banner>
  )
}
