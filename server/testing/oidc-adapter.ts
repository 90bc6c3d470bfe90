type Payload = { uid?: string; grantId?: string; consumed?: number }

const rows = new Map<string, Payload>()

/** Stores what the provider remembers of one kind, in this process only. */
export function keptInMemory(kind: string) {
  const key = (id: string) => `${kind} ${id}`
  return {
    upsert: async (id: string, payload: Payload) => void rows.set(key(id), payload),
    find: async (id: string) => rows.get(key(id)),
    findByUid: async (uid: string) =>
      [...rows].find(([name, payload]) => name.startsWith(`${kind} `) && payload.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    consume: async (id: string) => void (rows.get(key(id))!.consumed = 1),
    destroy: async (id: string) => void rows.delete(key(id)),
    async revokeByGrantId(grantId: string) {
      for (const [name, payload] of rows) if (payload.grantId === grantId) rows.delete(name)
    },
  }
}
