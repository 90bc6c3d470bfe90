import type { CreatedWebhookEndpoint } from '#domain/schema/webhook.ts'
import { SecretOnce } from '#web/ui/secret-once.tsx'

/** Shows the secret of an endpoint, for the only time. */
export function NewSecret({ endpoint, onClose }: { endpoint: CreatedWebhookEndpoint; onClose: () => void }) {
  return (
    <SecretOnce title="The secret of this webhook" secret={endpoint.secret} noun="secret" onClose={onClose}>
      Your program checks with it that a call comes from Karta. Every call is signed as the Standard Webhooks
      specification says.
    </SecretOnce>
  )
}
