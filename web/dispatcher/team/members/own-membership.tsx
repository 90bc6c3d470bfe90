import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#web/lib/me.ts'
import { whyNot } from '#web/lib/why-not.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LeaveDialog } from './end-dialog.tsx'
import { roleWords } from './role-words.ts'

/** What somebody who does not see the team sees here: what they are in the workspace, and the way out. */
export function OwnMembership() {
  const me = useMe()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Card isPadded={false}>
      <EmptyState
        icon={<UsersRound />}
        title={`Your role in ${me.workspace.name}: ${roleWords[me.role].label}`}
        actions={<Button onPress={() => setLeaving(true)}>Leave workspace…</Button>}
      >
        {whyNot(['see_operations'], 'see who else works here', me)}
      </EmptyState>
      {isLeaving && <LeaveDialog onClose={() => setLeaving(false)} />}
    </Card>
  )
}
