/** Says the newest of each key, of everything that was put under a topic. */
export type Gatherer<Value> = {
  put(topic: string, key: string, value: Value): void
  /** Says what waits, and no more. */
  close(): void
}

type Gathering<Value> = { values: Map<string, Value>; timer: NodeJS.Timeout | undefined }

/**
 * Gathers what changes quickly, so that each topic hears of it at most every so many milliseconds. What comes after a pause
 * is said at once.
 */
export function gather<Value>(everyMs: number, say: (topic: string, values: Value[]) => void): Gatherer<Value> {
  const topics = new Map<string, Gathering<Value>>()

  function tell(topic: string, gathering: Gathering<Value>): void {
    const values = [...gathering.values.values()]
    gathering.values.clear()
    gathering.timer = undefined
    if (!values.length) return void topics.delete(topic)
    say(topic, values)
    gathering.timer = setTimeout(() => tell(topic, gathering), everyMs).unref()
  }

  return {
    put(topic, key, value) {
      const gathering = topics.get(topic) ?? { values: new Map<string, Value>(), timer: undefined }
      topics.set(topic, gathering)
      gathering.values.set(key, value)
      // After everything of the same turn.
      gathering.timer ??= setTimeout(() => tell(topic, gathering), 0).unref()
    },
    close() {
      for (const [topic, gathering] of topics) {
        clearTimeout(gathering.timer)
        const values = [...gathering.values.values()]
        if (values.length) say(topic, values)
      }
      topics.clear()
    },
  }
}
