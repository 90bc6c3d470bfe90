import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { endAccountSession, endOtherAccountSessions } from '#domain/api/account.ts'
import type { AccountSession } from '#domain/schema/account.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { sessionsQuery } from './account-query.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { Row, Rows } from './rows.tsx'
import { Section } from './section.tsx'
import { timeOf } from '../when.ts'

type Ending = { is: 'one'; session: AccountSession } | { is: 'others' }

/** Where the person is signed in, with a way to sign out each device. */
export function Sessions() {
  const query = useQuery(sessionsQuery)
  const client = useQueryClient()
  const [ending, setEnding] = useState<Ending>()
  const refresh = () => client.invalidateQueries({ queryKey: keys.account.sessions })
  const end = useMutation({
    mutationFn: async (what: Ending) => {
      if (what.is === 'one') {
        await call(endAccountSession, { params: { id: what.session.id } })
        return 'That device was signed out'
      }
      const { ended } = await call(endOtherAccountSessions, {})
      return `${countOf(ended, 'other device was', 'other devices were')} signed out`
    },
    onSuccess: (title) => toast({ title }),
    onSettled: refresh,
  })
  const others = query.data?.filter((session) => !session.is_current) ?? []
  return (
    <Section
      id="sessions"
      title="Devices"
      description="Where you are signed in. If you do not recognize a device, sign it out, then change your password."
      actions={others.length > 0 && <Button onPress={() => setEnding({ is: 'others' })}>Sign out all others</Button>}
    >
      <Rows query={query} label="Devices" empty="None.">
        {(session) => (
          <Row
            key={session.id}
            icon={/iPhone|Android|phone/i.test(session.device) ? <Smartphone /> : <Laptop />}
            title={
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                {session.device}
                {session.is_current && <Badge tone="brand">This device</Badge>}
              </span>
            }
            actions={
              !session.is_current && (
                <Button
                  variant="danger-quiet"
                  size="small"
                  aria-label={`Sign out ${session.device}`}
                  onPress={() => setEnding({ is: 'one', session })}
                >
                  Sign out
                </Button>
              )
            }
          >
            {session.is_current ? 'In use now' : `Last used ${timeOf(session.last_used_at)}`}
            {session.ip && ` from ${session.ip}`}
            <span className="block">Signed in {timeOf(session.created_at)}</span>
          </Row>
        )}
      </Rows>
      <RemoveDialog
        item={ending}
        title={(what) => (what.is === 'one' ? `Sign out ${what.session.device}?` : 'Sign out all other devices?')}
        confirmLabel="Sign out"
        remove={(what) => end.mutateAsync(what)}
        onClose={() => setEnding(undefined)}
        onDone={() => {}}
      >
        {ending?.is === 'others'
          ? `${countOf(others.length, 'device')} will have to sign in again. This one stays signed in.`
          : 'Anyone who uses it has to sign in again.'}
      </RemoveDialog>
    </Section>
  )
}
