import { useSyncExternalStore } from 'react'

/*
 * Which workspace this tab works in (decision 30). A loaded page works in one workspace, from its first call to its last:
 * all calls name it, and whatever the page keeps in memory belongs to it. To work in another one is to load a page again.
 *
 * Whoever belongs to several workspaces has the tab's in the address, as `?workspace=`. So a reload, a link and a colleague
 * who gets the link all stay in it. Plain `/dashboard` opens the one that the person used last.
 */

const parameter = 'workspace'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Nobody's. A link that was cut off must not open just any workspace. */
const nobodys = '00000000-0000-0000-0000-000000000000'

type Tab = {
  /** Undefined until it is known. */
  id: string | undefined
  /** Whether links say it: whoever belongs to one workspace needs no such addresses. */
  isNamed: boolean
  /** Why the server no longer lets the person in. */
  refusal: Refusal | undefined
}

const refusals = ['no_workspace', 'member_suspended'] as const
export type Refusal = { code: (typeof refusals)[number]; detail: Record<string, unknown> }

let tab: Tab = { id: undefined, isNamed: false, refusal: undefined }
const listeners = new Set<() => void>()

/** The workspace that a query string asks for, or undefined. */
export function askedWorkspace(search: string): string | undefined {
  const asked = new URLSearchParams(search).get(parameter)
  if (asked === null) return undefined
  return uuid.test(asked) ? asked.toLowerCase() : nobodys
}

/** The workspace that this tab works in, once that is known. */
export const tabWorkspace = (): string | undefined => tab.id

/** From now on, this tab works there. */
export function enterWorkspace(id: string): void {
  become({ ...tab, id })
}

let opening: Promise<string | undefined> | undefined

/**
 * The workspace that this tab works in: the one in the address of its first page, or else the one that the person used
 * last. Undefined if there is none.
 */
export async function openWorkspace(lastUsed: () => Promise<string | undefined>): Promise<string | undefined> {
  if (tab.id !== undefined) return tab.id
  opening ??= find(lastUsed).finally(() => (opening = undefined))
  return opening
}

async function find(lastUsed: () => Promise<string | undefined>): Promise<string | undefined> {
  const id = askedWorkspace(globalThis.location?.search ?? '') ?? (await lastUsed())
  if (id !== undefined) enterWorkspace(id)
  return id
}

/** Somebody else may sign in now. */
export function leaveWorkspace(): void {
  become({ id: undefined, isNamed: false, refusal: undefined })
}

/** From now on, the tab's links and its address say in which workspace it works. */
export function nameWorkspace(): void {
  if (!tab.isNamed) become({ ...tab, isNamed: true })
}

/** Hears of every refused call: the person may not work in the tab's workspace, at least not any more. */
export function noteRefusal({ code, detail }: { code: string; detail: Refusal['detail'] }): void {
  const refused = refusals.find((each) => each === code)
  if (refused && tab.refusal === undefined) become({ ...tab, refusal: { code: refused, detail } })
}

export const tabRefusal = (): Refusal | undefined => tab.refusal

/** What the tab knows of its workspace, to show it. */
export function useTabWorkspace(): Tab {
  return useSyncExternalStore(
    subscribe,
    () => tab,
    () => tab,
  )
}

/** An address of a page, in the tab's workspace if the page works in one and the tab's addresses say which. */
export function inTabWorkspace(address: string): string {
  return tab.isNamed && tab.id !== undefined && isOfWorkspace(address) ? inWorkspace(address, tab.id) : address
}

/** An address of a page in a workspace. One that already names a workspace stays as it is. */
export function inWorkspace(address: string, id: string): string {
  const [, path, search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address)!
  if (new URLSearchParams(search).has(parameter)) return address
  return `${path}${search.length > 1 ? `${search}&` : '?'}${parameter}=${id}${hash}`
}

/** Pages that show a workspace. */
const isOfWorkspace = (address: string) => /^\/(dashboard|config)(?=[/?#]|$)/.test(address)

function become(next: Tab): void {
  tab = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
