/** The parts of the API documentation, in order. Each needs a proof in `docs/claims.md`. */
export const overviewParts = [
  { id: 'first-call', title: 'Your first call' },
  { id: 'base-path', title: 'Base path' },
  { id: 'limits', title: 'Limits' },
  { id: 'errors', title: 'Errors' },
  { id: 'idempotency', title: 'Idempotency' },
  { id: 'versions', title: 'Versions' },
  { id: 'paging', title: 'Pagination' },
  { id: 'batches', title: 'Many at once' },
  { id: 'changes', title: 'Changes' },
  { id: 'clients', title: 'Clients' },
] as const

export const authenticationParts = [
  { id: 'make-a-key', title: 'Create a key' },
  { id: 'scopes', title: 'Give it little' },
  { id: 'send-it', title: 'Send the key' },
  { id: 'refusals', title: 'When a request is rejected' },
  { id: 'change-a-key', title: 'Rotate a key' },
  { id: 'apps', title: 'Apps of others' },
] as const
