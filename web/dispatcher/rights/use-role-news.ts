import { useEffect, useRef } from 'react'
import type { Me } from '#domain/schema/workspace.ts'
import { useLastChange } from '#web/lib/live/last-changes.ts'
import { toast } from '#web/ui/toast.tsx'
import { roleWords } from '../team/members/role-words.ts'

/** Says when somebody gave the person another role, or tied them to a driver, while they were working. */
export function useRoleNews(me: Me | undefined): void {
  const change = useLastChange(me?.user_id)
  const before = useRef(me)
  useEffect(() => {
    const was = before.current
    before.current = me
    if (!me || was?.workspace.id !== me.workspace.id || was.role === me.role) return
    const { label, does } = roleWords[me.role]
    const by = change ? ` ${change.by} changed it.` : ''
    toast({ tone: 'info', title: `Your role is now ${label}`, description: `${does}${by}` })
  }, [me, change])
}
