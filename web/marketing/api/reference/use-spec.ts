import { useEffect, useState } from 'react'
import { operationsOf, type Described } from '#domain/openapi/operations.ts'
import type { Schemas } from '#domain/openapi/shapes.ts'
import { fetchPlain } from '#web/lib/call.ts'

export type Spec = { operations: Described[]; schemas: Schemas }

type State = { spec?: Spec; hasFailed: boolean }

/** The description of the API, once it is here. */
export function useSpec(): State & { retry: () => void } {
  const [state, setState] = useState<State>({ hasFailed: false })
  useEffect(() => begin(setState), [])
  const retry = () => {
    setState({ hasFailed: false })
    begin(setState)
  }
  return { ...state, retry }
}

function begin(set: (state: State) => void): void {
  void loadSpec().then(
    (spec) => set({ spec, hasFailed: false }),
    () => set({ hasFailed: true }),
  )
}

async function loadSpec(): Promise<Spec> {
  const reply = await fetchPlain('/openapi.json')
  if (!reply.ok) throw new Error(`status ${reply.status}`)
  const document = (await reply.json()) as { components: { schemas: Schemas } }
  return { operations: operationsOf(document), schemas: document.components.schemas }
}
