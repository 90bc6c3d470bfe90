import type { CreatedApiKey } from '#domain/schema/api-key.ts'
import { SecretOnce } from '#web/ui/secret-once.tsx'

/** Shows a new key, for the only time. */
export function NewSecret({ apiKey, onClose }: { apiKey: CreatedApiKey; onClose: () => void }) {
  return (
    <SecretOnce title={`The key of “${apiKey.name}”`} secret={apiKey.secret} noun="key" onClose={onClose}>
      Programs send it with every request, as <code className="font-mono">Authorization: Bearer</code> and the key.
      Anyone who has it can do what the key may, so keep it out of web pages and shared code.
    </SecretOnce>
  )
}
