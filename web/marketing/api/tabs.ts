export type DocTab = 'overview' | 'authentication' | 'endpoints'

export const docTabs: readonly { id: DocTab; label: string }[] = [
  { id: 'overview', label: 'Overview' },
  { id: 'authentication', label: 'Authentication' },
  { id: 'endpoints', label: 'Endpoints' },
]

/** Parts of a panel that have an address of their own. */
const parts: Record<string, DocTab> = {
  'base-path': 'overview',
  limits: 'overview',
  errors: 'overview',
  idempotency: 'overview',
  paging: 'overview',
  'make-a-key': 'authentication',
  'send-it': 'authentication',
  refusals: 'authentication',
  'change-a-key': 'authentication',
  'create-delivery': 'endpoints',
  'get-delivery': 'endpoints',
  optimize: 'endpoints',
  'get-operation': 'endpoints',
}

/** The tab that an address like `/api#errors` opens; the first one for an address that says nothing. */
export function tabOf(hash: string): DocTab {
  const id = hash.replace(/^#/, '')
  return docTabs.find((tab) => tab.id === id)?.id ?? (Object.hasOwn(parts, id) ? parts[id]! : 'overview')
}
