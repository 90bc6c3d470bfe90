import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { noteWorkspaceUse } from '#domain/api/workspaces.ts'
import { call } from './call.ts'
import { askedWorkspace, inTabWorkspace, nameWorkspace, useTabWorkspace } from './workspace.ts'
import { workspacesQuery } from './workspaces.ts'

/**
 * Keeps the address of a page in step with the tab's workspace: it says which one, if the person belongs to several, and if
 * it asks for another one, a page is loaded for that. Returns whether the page may be shown.
 */
export function useWorkspaceAddress(isSignedIn: boolean): boolean {
  const { id, refusal } = useTabWorkspace()
  const { search } = useLocation()
  const { data: own } = useQuery({ ...workspacesQuery, enabled: isSignedIn })
  // Plain addresses will do for the only one there is.
  const isNamed = own !== undefined && id !== undefined && !(own.length === 1 && own[0]!.id === id)
  const asked = askedWorkspace(search)
  // Whoever belonged to none may have one now.
  const isElsewhere = asked !== undefined && asked !== id && (id !== undefined || refusal !== undefined)

  useEffect(() => {
    if (isNamed) nameWorkspace()
  }, [isNamed])
  useEffect(() => {
    if (isElsewhere) window.location.reload()
  }, [isElsewhere])
  // After every drawing: also a navigation to the same address is one that lost it.
  useEffect(() => {
    const here = window.location.href.slice(window.location.origin.length)
    const complete = inTabWorkspace(here)
    // Behind the router's back, to which this is no navigation: nothing is drawn again, and no form asks whether to leave.
    if (complete !== here) window.history.replaceState(window.history.state, '', complete)
  })
  useUse(own && own.length > 1 && own.some((each) => each.id === id) ? id : undefined)
  return !isElsewhere
}

/** Remembers which workspace was used last: the one that was opened, or whose tab was turned to. */
function useUse(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined) return
    const note = () => {
      // Only a convenience: it may fail.
      if (document.visibilityState === 'visible') call(noteWorkspaceUse, { params: { id } }).catch(() => {})
    }
    note()
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [id])
}
