import type { AccountDeletion, DeletionRequest, WorkspaceChoice } from '#domain/schema/account.ts'
import type { FieldProblem } from '#domain/errors.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { roles, type Role } from '#domain/permissions.ts'
import { memberStates, type MemberState } from '#domain/schema/member.ts'
import type { Mail } from '../../outside/mail.ts'

const day = 86_400_000

/** How many days a person has to change their mind. */
export const deletionDays = 7

export const deletionDueAt = (now: Date) => new Date(now.getTime() + deletionDays * day)

/** What the person must type to request the deletion. */
export function confirmationOf({ email, phone }: { email: string | null; phone: string | null }): string {
  return email || phone || 'delete my account'
}

/** All problems of a request, by field: the confirmation, and one choice for each workspace owned alone. */
export function problemsOf(request: DeletionRequest, { confirmation, owned }: AccountDeletion): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (request.confirmation.toLowerCase() !== confirmation.toLowerCase()) {
    problems.push({ path: 'confirmation', message: `Type ${confirmation} to confirm.` })
  }
  const seen = new Set<string>()
  for (const [index, wanted] of request.workspaces.entries()) {
    const path = `workspaces.${index}`
    const workspace = owned.find(({ id }) => id === wanted.id)
    if (!workspace) problems.push({ path: `${path}.id`, message: 'You are not the only owner of that workspace.' })
    else if (seen.has(wanted.id)) problems.push({ path: `${path}.id`, message: 'That workspace is named twice.' })
    else if (wanted.action === 'transfer' && !workspace.others.some(({ user_id }) => user_id === wanted.new_owner_id)) {
      problems.push({ path: `${path}.new_owner_id`, message: 'Choose another member of that workspace.' })
    }
    seen.add(wanted.id)
  }
  for (const { id, name } of owned) {
    if (!seen.has(id)) problems.push({ path: 'workspaces', message: `Choose what happens to ${name}.` })
  }
  return problems
}

type Other = { user_id: string; role: Role; state: MemberState; created_at: string }
export type Outcome = { action: 'leave' } | { action: 'delete' } | { action: 'transfer'; newOwnerId: string }

/**
 * What happens to a workspace when a member leaves. Things may have changed since they chose. If there is another owner,
 * the choice is void. If the chosen one has left, the workspace goes to the highest role, the longest-standing member
 * first, and to somebody who is suspended only if everybody is. Other people's work is never deleted unless its owner chose that.
 */
export function outcomeOf(role: Role, others: Other[], choice: WorkspaceChoice | null): Outcome {
  if (role !== 'owner' && others.length > 0) return { action: 'leave' }
  if (others.some(({ role: theirs, state }) => theirs === 'owner' && state === 'active')) return { action: 'leave' }
  if (others.length === 0 || choice?.action === 'delete') return { action: 'delete' }
  const chosen = choice && others.find(({ user_id }) => user_id === choice.new_owner_id)
  const [first] = others.toSorted(
    (a, b) =>
      memberStates.indexOf(a.state) - memberStates.indexOf(b.state) ||
      roles.indexOf(a.role) - roles.indexOf(b.role) ||
      a.created_at.localeCompare(b.created_at),
  )
  return { action: 'transfer', newOwnerId: (chosen ?? first)!.user_id }
}

const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser and system of a session, such as "Chrome on Windows", or a program's name. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const find = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser && system) return `${browser} on ${system}`
  if (browser || system) return (browser ?? system)!
  return /^[A-Za-z][\w.-]{0,39}(?=[/ ]|$)/.exec(userAgent)?.[0] ?? 'Unknown device'
}

/** Tells the person when their account will be deleted, and how to keep it. */
export function deletionMail(to: string, dueAt: Date, accountUrl: string): Mail {
  const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    dueAt,
  )
  const lines = [
    `Your Karta account ${to} will be deleted on ${when} UTC, as requested from your account.`,
    `To keep it, sign in before then and choose "Keep my account" here: ${accountUrl}`,
    'If you did not request this, keep the account and change your password right away.',
  ]
  return {
    to,
    subject: 'Your Karta account will be deleted',
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  }
}
