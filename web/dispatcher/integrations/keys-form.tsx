import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { connectWithKeys } from '#domain/api/shops.ts'
import { CallError, call } from '#web/lib/call.ts'
import { keys as queryKeys } from '#web/lib/keys.ts'
import { fullSentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const empty = { shop: '', access_token: '', client_secret: '' }

/** Connects a Shopify shop with the keys of an app that its owner made there. */
export function KeysForm() {
  const client = useQueryClient()
  const [values, setValues] = useState(empty)
  const set = (name: keyof typeof empty) => (value: string) => setValues((now) => ({ ...now, [name]: value.trim() }))
  const { shop, ...keys } = values
  const connect = useMutation({
    mutationFn: () => call(connectWithKeys, { params: { platform: 'shopify' }, body: { shop, keys } }),
    onSuccess: () => {
      setValues(empty)
      return client.invalidateQueries({ queryKey: queryKeys.integrations })
    },
  })
  const problem = connect.error && saidOf(connect.error)
  return (
    <Fold title="Use an app of your own" summary="with a token from your shop">
      <Form
        validationBehavior="aria"
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          connect.mutate()
        }}
      >
        <p className="text-ink-muted">
          In Shopify, under Settings &gt; Apps &gt; Develop apps, make an app that may read and write orders,
          fulfillments and shipping, and read locations. Then paste what it shows.
        </p>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <TextField
          label="Name of your shop"
          value={shop}
          onChange={set('shop')}
          placeholder="my-shop.myshopify.com"
          isRequired
          autoComplete="off"
        />
        <TextField
          label="Admin API access token"
          type="password"
          value={keys.access_token}
          onChange={set('access_token')}
          isRequired
          autoComplete="off"
        />
        <TextField
          label="Client secret"
          type="password"
          value={keys.client_secret}
          onChange={set('client_secret')}
          isRequired
          autoComplete="off"
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            isPending={connect.isPending}
            isDisabled={!shop || !keys.access_token || !keys.client_secret}
          >
            Connect with these keys
          </Button>
        </div>
      </Form>
    </Fold>
  )
}

/** The first thing that is wrong with what was pasted. */
function saidOf(error: Error): string {
  const [first] = error instanceof CallError ? error.problems : []
  return first?.message ?? fullSentenceOf(error)
}
