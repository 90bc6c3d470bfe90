import { defaultLanguage, type Language } from '#domain/language.ts'
import { Workspace } from '#domain/schema/workspace.ts'

const { name: Name, time_zone: TimeZone, language: LanguageTag } = Workspace.shape

type Metadata = Record<string, unknown>

/** The name given at sign-up, or one from the email address: budi@… founds "Budi's deliveries". */
export function workspaceName(email: string, metadata: Metadata): string {
  const asked = Name.safeParse(metadata.workspace_name)
  return asked.success ? asked.data : `${nameFromEmail(email)}'s deliveries`
}

/** The name the person gave, or one from the email address. */
export function memberName(email: string, metadata: Metadata): string {
  const asked = Name.safeParse(metadata.full_name ?? metadata.name)
  return asked.success ? asked.data : nameFromEmail(email)
}

export function workspaceTimeZone(metadata: Metadata): string {
  const asked = TimeZone.safeParse(metadata.time_zone)
  return asked.success ? asked.data : 'UTC'
}

export function workspaceLanguage(metadata: Metadata): Language {
  const asked = LanguageTag.safeParse(metadata.language)
  return asked.success ? asked.data : defaultLanguage
}

/** budi.santoso+work@example.com → Budi Santoso */
function nameFromEmail(email: string): string {
  const local = email.split('@')[0]!
  const words = local
    .split('+')[0]!
    .split(/[._-]+/)
    .filter(Boolean)
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ')
  return (name || local).slice(0, 80)
}
