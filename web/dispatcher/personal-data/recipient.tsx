import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { findRecipients } from '#domain/api/recipients.ts'
import { recipientKeys, RecipientSearch } from '#domain/schema/recipient.ts'
import { call, CallError } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { FoundList } from './found-list.tsx'
import { useFirstSearch } from './use-first-search.ts'
import { searches } from './words.ts'

const options = recipientKeys.map((id) => ({ id, label: searches[id].label }))

/** Looks for a recipient, and shows what was found. */
export function Recipient() {
  const first = useFirstSearch()
  const [typed, setTyped] = useState<RecipientSearch>()
  // Null once the person is being erased.
  const [asked, setAsked] = useState<RecipientSearch | null>()
  const [problem, setProblem] = useState<string>()
  const { by, value } = typed ?? first ?? { by: 'phone', value: '' }
  const wanted = asked === undefined ? first : asked
  const search = useQuery({
    queryKey: keys.personalData.found(JSON.stringify(wanted)),
    queryFn: ({ signal }) => call(findRecipients, { body: wanted!, signal }),
    enabled: Boolean(wanted),
    staleTime: Infinity,
    // It holds personal data, which should not outlive the page.
    gcTime: 0,
  })

  function type(next: RecipientSearch) {
    setTyped(next)
    setProblem(undefined)
  }
  function look() {
    const checked = RecipientSearch.safeParse({ by, value })
    setProblem(checked.error?.issues[0]?.message)
    if (!checked.success) return
    setAsked(checked.data)
    // The same once more, since there may be news.
    if (JSON.stringify(checked.data) === JSON.stringify(wanted)) void search.refetch()
  }
  function forget() {
    setAsked(null)
    type({ by, value: '' })
  }
  const refused = search.error instanceof CallError ? search.error.problems[0]?.message : undefined

  return (
    <Card title="Find a recipient" description="Choose which spellings are the same person. Karta does not guess.">
      <Form
        validationBehavior="aria"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          look()
        }}
      >
        <RadioGroup
          label="Look for"
          options={options}
          value={by}
          onChange={(id) => type({ by: id as RecipientSearch['by'], value })}
        />
        <div className="flex flex-col gap-2 sm:flex-row sm:items-start">
          <TextField
            aria-label={searches[by].label}
            label={searches[by].label}
            isLabelHidden
            type={searches[by].type}
            autoComplete="off"
            value={value}
            onChange={(text) => type({ by, value: text })}
            description={searches[by].hint}
            errorMessage={problem ?? refused}
            className="min-w-0 flex-1"
          />
          <Button
            type="submit"
            variant="primary"
            isPending={search.isFetching}
            icon={<Search aria-hidden="true" className="size-4" />}
          >
            Find
          </Button>
        </div>
      </Form>
      {wanted && (
        <div className="mt-5 border-t pt-4 empty:hidden">
          {search.data ? (
            <FoundList key={JSON.stringify(wanted)} found={search.data} onErased={forget} />
          ) : search.error ? (
            refused === undefined && (
              <LoadError
                title="The search did not work"
                error={search.error}
                onRetry={() => void search.refetch()}
                isRetrying={search.isFetching}
              />
            )
          ) : (
            <Skeleton className="h-24 w-full" />
          )}
        </div>
      )}
    </Card>
  )
}
