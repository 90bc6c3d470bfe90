import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeWorkspace } from '#domain/api/workspace.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { inTabWorkspace } from '#web/lib/workspace.ts'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Whether members need a second factor, for owners and admins. */
export function SecondFactor() {
  const { aal, workspace } = useMe()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (isAsked: boolean) =>
      changeRecord(workspace, { requires_two_factors: isAsked }, (version) =>
        call(changeWorkspace, { body: { requires_two_factors: isAsked }, version }),
      ),
    onSuccess: ({ requires_two_factors: isAsked }) => {
      void queryClient.invalidateQueries({ queryKey: keys.me })
      toast({ title: isAsked ? 'Every member now needs a second factor' : 'A second factor is no longer required' })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  const mayAsk = aal === 'aal2'

  return (
    <Card title="Sign-in">
      <div className="flex flex-col items-start gap-3">
        <Switch
          isSelected={change.isPending ? change.variables : workspace.requires_two_factors}
          isDisabled={change.isPending || (!mayAsk && !workspace.requires_two_factors)}
          onChange={(isAsked) => change.mutate(isAsked)}
          description="Members without one have to set it up before they continue. API keys are not affected."
        >
          Require a second factor from every member
        </Switch>
        {!mayAsk && (
          <p className="text-[0.8125rem] text-ink-muted">
            To avoid locking yourself out,{' '}
            <Link to={`/signin/second-factor?${new URLSearchParams({ next: inTabWorkspace('/dashboard/settings') })}`}>
              sign in with your own second factor
            </Link>{' '}
            first.
          </p>
        )}
      </div>
    </Card>
  )
}
