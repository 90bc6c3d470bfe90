import type { Membership } from '#domain/schema/workspace.ts'
import type { Refusal } from '#web/lib/workspace.ts'

type Closed = {
  refusal: Refusal
  /** Whether it was open in this tab before. */
  wasOpen: boolean
  /** What the person is in the workspace; undefined if they do not belong to it. */
  own: Membership | undefined
  /** All their workspaces. */
  all: readonly Membership[]
}

const orList = new Intl.ListFormat('en', { type: 'disjunction' })

/** Why a workspace cannot be opened, in words. */
export function closedWords({ refusal, wasOpen, own, all }: Closed): { title: string; text: string } {
  if (refusal.code === 'member_suspended') {
    const { suspended_by: by, ask } = refusal.detail as { suspended_by?: string; ask?: string[] }
    const who = ask?.length ? orList.format(ask) : 'an owner or admin'
    return {
      title: own ? `You are suspended in ${own.name}` : 'You are suspended in this workspace',
      text: `${by ? `${by} suspended your access. ` : ''}Ask ${who} to let you in again. Your work is kept.`,
    }
  }
  if (wasOpen) {
    return {
      title: 'This workspace is no longer open to you',
      text: 'It was deleted, or somebody removed you from it.',
    }
  }
  if (all.length === 0) {
    return {
      title: 'You do not belong to a workspace',
      text: 'Create one, or ask the owner of yours for an invitation.',
    }
  }
  return {
    title: 'You do not belong to this workspace',
    text: 'Ask whoever sent you here for an invitation, or sign in with the account that they invited.',
  }
}
