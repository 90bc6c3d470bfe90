import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { alertWays, choicesOf, type AlertChoices, type AlertWay } from '#domain/alerts/choices.ts'
import { alertKinds, alertNames, type AlertKind } from '#domain/alerts/kinds.ts'
import { changeAlertChoices, getAlertChoices } from '#domain/api/push.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'

const wayNames: Record<AlertWay, string> = { inbox: 'Inbox', push: 'Notify', mail: 'Email' }

type Change = { kind: AlertKind; way: AlertWay; isOn: boolean }

/** Where whoever looks is told of what. Each change is saved at once. */
export function ChoicesCard() {
  const client = useQueryClient()
  const choices = useQuery({
    queryKey: keys.alerts.choices,
    queryFn: async ({ signal }) => choicesOf((await call(getAlertChoices, { signal })).choices),
  })
  const change = useMutation({
    mutationFn: ({ kind }: Change) => {
      const all = client.getQueryData<AlertChoices>(keys.alerts.choices)!
      return call(changeAlertChoices, { body: { choices: { [kind]: all[kind] } } })
    },
    onMutate: ({ kind, way, isOn }) =>
      client.setQueryData<AlertChoices>(keys.alerts.choices, (now) => now && chosen(now, kind, way, isOn)),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.alerts.all }),
    // One after the other, so that the last one counts.
    scope: { id: 'alert-choices' },
  })
  return (
    <Card
      title="What you are told of"
      description="For you alone. Each change counts at once. “Notify” reaches the devices on which you turned notifications on."
    >
      {choices.isLoadingError && (
        <LoadError
          title="Your choices could not be loaded"
          error={choices.error}
          onRetry={() => void choices.refetch()}
          isRetrying={choices.isFetching}
        />
      )}
      {choices.isPending && <Skeleton className="h-80 w-full rounded-lg" />}
      {choices.data && (
        <table className="w-full">
          <thead>
            <tr className="text-[0.8125rem] text-ink-muted">
              <th scope="col" className="sr-only">
                Alert
              </th>
              {alertWays.map((way) => (
                <th key={way} scope="col" className="w-16 pb-1.5 text-center font-medium sm:w-20">
                  {wayNames[way]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {alertKinds.map((kind) => (
              <tr key={kind}>
                <th scope="row" className="py-2.5 pr-3 text-left font-normal text-pretty">
                  {alertNames[kind]}
                </th>
                {alertWays.map((way) => (
                  <td key={way} className="py-2.5 text-center align-middle">
                    <Switch
                      aria-label={`${alertNames[kind]}: ${wayNames[way]}`}
                      isSelected={choices.data[kind][way]}
                      onChange={(isOn) => change.mutate({ kind, way, isOn })}
                      className="items-center justify-center align-middle pointer-coarse:min-w-11"
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

const chosen = (now: AlertChoices, kind: AlertKind, way: AlertWay, isOn: boolean): AlertChoices => ({
  ...now,
  [kind]: { ...now[kind], [way]: isOn },
})
