import { useMutation } from '@tanstack/react-query'
import { Download, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { makePluginKey } from '#domain/api/integrations.ts'
import { call } from '#web/lib/call.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SecretOnce } from '#web/ui/secret-once.tsx'

/** The plugin in a WooCommerce shop: its file, and the key that it signs with. */
export function WooPlugin() {
  const [isAsking, setAsking] = useState(false)
  const making = useMutation({
    mutationFn: () => call(makePluginKey, {}),
    onSettled: () => setAsking(false),
  })
  return (
    <Card
      title="Plugin"
      description="It shows your delivery slots at the checkout, and tracking on each order. Install it in WordPress, then enter a key under WooCommerce, Karta."
    >
      {making.isError && <SaveError title="The key was not made" error={making.error} />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          to="/plugins/karta-woocommerce.zip"
          reloadDocument
          download
          icon={<Download aria-hidden="true" className="size-4" />}
        >
          Download plugin
        </ButtonLink>
        <Button icon={<KeyRound aria-hidden="true" className="size-4" />} onPress={() => setAsking(true)}>
          Make a key
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Make a plugin key?"
        confirmLabel="Make a key"
        isPending={making.isPending}
        onConfirm={() => making.mutate()}
      >
        An earlier key stops working at once. Until the new one is in the plugin, the checkout shows no delivery slots.
      </ConfirmDialog>
      {making.data && (
        <SecretOnce title="Plugin key" secret={making.data.key} noun="key" onClose={() => making.reset()}>
          In WordPress, open WooCommerce, Karta. Enter {location.origin} as the address of Karta, and this key.
        </SecretOnce>
      )}
    </Card>
  )
}
