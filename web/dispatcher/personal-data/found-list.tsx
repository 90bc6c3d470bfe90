import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countHeldData } from '#domain/api/recipients.ts'
import type { FoundRecipients, RecipientGroup } from '#domain/schema/recipient.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDay } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Held } from './held.tsx'
import { groupWords } from './words.ts'

/** What was found, spelling by spelling, to choose from. A single one needs no choice. */
export function FoundList({ found, onErased }: { found: FoundRecipients; onErased: () => void }) {
  // By what they are, so that a choice outlives news.
  const [groups, setGroups] = useState<ReadonlySet<string>>(
    () => new Set(found.groups.length === 1 ? found.groups.map(nameOf) : []),
  )
  const [addresses, setAddresses] = useState<ReadonlySet<string>>(new Set())
  const choice = {
    groups: found.groups.filter((group) => groups.has(nameOf(group))).map(({ key }) => key),
    address_ids: found.addresses.map(({ id }) => id).filter((id) => addresses.has(id)),
  }
  const isChosen = choice.groups.length + choice.address_ids.length > 0
  const held = useQuery({
    queryKey: keys.personalData.held(JSON.stringify(choice)),
    queryFn: ({ signal }) => call(countHeldData, { body: choice, signal }),
    enabled: isChosen,
    staleTime: 0,
    // It holds personal data, which should not outlive the page.
    gcTime: 0,
  })
  if (!found.groups.length && !found.addresses.length) {
    return (
      <p role="status" className="text-ink-muted">
        Nothing matches. Erased data cannot be found any more.
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {found.is_cut && (
        <Banner tone="warning">
          Too many matches to list. Search for something more precise, such as a phone number.
        </Banner>
      )}
      <fieldset className="flex flex-col">
        <legend className="mb-1.5 font-medium">
          {found.groups.length ? `Found ${countOf(found.groups.length, 'spelling')}` : 'No delivery fits'}
        </legend>
        <ul className="divide-y rounded-lg border empty:hidden">
          {found.groups.map((group) => {
            const own = nameOf(group)
            const { title, detail } = groupWords(group)
            const days =
              group.first_day === group.last_day
                ? formatDay(group.first_day)
                : `${formatDay(group.first_day)} – ${formatDay(group.last_day)}`
            return (
              <li key={own} className="p-3">
                <Checkbox
                  isSelected={groups.has(own)}
                  onChange={() => setGroups(toggled(groups, own))}
                  className="w-full"
                >
                  <span className="block font-medium wrap-anywhere">{title}</span>
                  <span className="block text-ink-muted wrap-anywhere">{detail}</span>
                  <span className="block text-[0.8125rem] text-ink-muted">
                    {countOf(group.deliveries, 'delivery', 'deliveries')}
                    {group.open_deliveries > 0 && `, ${group.open_deliveries} not ended`}
                    {group.addresses > 1 && ` · ${countOf(group.addresses, 'address', 'addresses')}`} · {days}
                  </span>
                </Checkbox>
              </li>
            )
          })}
        </ul>
      </fieldset>
      {found.addresses.length > 0 && (
        <fieldset>
          <legend className="mb-1.5 font-medium">In the address book</legend>
          <ul className="divide-y rounded-lg border">
            {found.addresses.map(({ id, label, address, others }) => (
              <li key={id} className="p-3">
                <Checkbox
                  isSelected={addresses.has(id)}
                  onChange={() => setAddresses(toggled(addresses, id))}
                  className="w-full"
                >
                  <span className="block font-medium wrap-anywhere">{label ?? address}</span>
                  {label && <span className="block text-ink-muted wrap-anywhere">{address}</span>}
                  <span className="block text-[0.8125rem] text-ink-muted">
                    {others
                      ? `Also used by ${countOf(others, 'delivery', 'deliveries')} to others`
                      : 'Only used by deliveries found here'}
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {!isChosen && <p className="text-ink-muted">Choose what belongs to the person to see what is stored.</p>}
      {isChosen && held.data && <Held choice={choice} held={held.data} onErased={onErased} />}
      {isChosen && !held.data && held.error && (
        <LoadError error={held.error} onRetry={() => void held.refetch()} isRetrying={held.isFetching} />
      )}
      {isChosen && held.isLoading && <Skeleton className="h-28 w-full" />}
    </div>
  )
}

const nameOf = ({ key }: RecipientGroup) => JSON.stringify(key)

function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}
