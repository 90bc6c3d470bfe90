export type DocTab = 'overview' | 'authentication' | 'endpoints'

export const docTabs: readonly { id: DocTab; label: string }[] = [
  { id: 'overview', label: 'Overview' },
  { id: 'authentication', label: 'Authentication' },
  { id: 'endpoints', label: 'Endpoints' },
]

/** The tab of each anchor. */
const parts: Record<string, DocTab> = {
  'base-path': 'overview',
  limits: 'overview',
  errors: 'overview',
  idempotency: 'overview',
  versions: 'overview',
  paging: 'overview',
  changes: 'overview',
  batches: 'overview',
  clients: 'overview',
  'make-a-key': 'authentication',
  'send-it': 'authentication',
  refusals: 'authentication',
  'change-a-key': 'authentication',
  'create-delivery': 'endpoints',
  'get-delivery': 'endpoints',
  optimize: 'endpoints',
  'get-operation': 'endpoints',
  'driver-app': 'endpoints',
  reference: 'endpoints',
}

/** The tab that a hash such as `#errors` opens, or the first one if the hash is unknown. */
export function tabOf(hash: string): DocTab {
  const id = hash.replace(/^#/, '')
  return docTabs.find((tab) => tab.id === id)?.id ?? (Object.hasOwn(parts, id) ? parts[id]! : 'overview')
}
