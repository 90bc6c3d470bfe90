import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeWorkspace } from '#domain/api/workspace.ts'
import type { Workspace } from '#domain/schema/workspace.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'

type Kept = Partial<Pick<Workspace, 'idle_minutes' | 'logs_opening'>>

const usualMinutes = [5, 10, 15, 30, 60, 120, 240]
const minutesWords = (minutes: number) =>
  minutes < 60 || minutes % 60
    ? `After ${minutes} minutes`
    : `After ${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}`

/** What keeps others from looking, for owners and admins. */
export function Privacy() {
  const { workspace } = useMe()
  const { idle_minutes: idle, logs_opening } = workspace
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (kept: Kept) =>
      changeRecord(workspace, kept, (version) => call(changeWorkspace, { body: kept, version })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.me })
      toast({ title: 'Settings saved' })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  const shown = { idle_minutes: idle, logs_opening, ...(change.isPending && change.variables) }
  // A program may have set another number.
  const minutes = [...new Set([...usualMinutes, ...(idle === null ? [] : [idle])])].toSorted((a, b) => a - b)
  return (
    <Card title="Privacy">
      <div className="flex flex-col items-start gap-5">
        <Select
          label="Sign out of a dashboard that nobody uses"
          description="Holds for every member, in all open tabs of a browser. The driver app is not affected."
          className="w-full max-w-80"
          isDisabled={change.isPending}
          options={[
            { id: 'never', label: 'Never' },
            ...minutes.map((each) => ({ id: String(each), label: minutesWords(each) })),
          ]}
          value={shown.idle_minutes === null ? 'never' : String(shown.idle_minutes)}
          onChange={(id) => change.mutate({ idle_minutes: id === 'never' ? null : Number(id) })}
        />
        <Switch
          isSelected={shown.logs_opening}
          isDisabled={change.isPending}
          onChange={(isLogged) => change.mutate({ logs_opening: isLogged })}
          description="The audit log says who opened a confidential delivery: one entry for each person, delivery and hour. Lists are not logged."
        >
          Log who opens confidential deliveries
        </Switch>
      </div>
    </Card>
  )
}
