import { tierTable } from '#domain/tiers.ts'
import { useMe } from './me.ts'
import { useTier } from './tier.ts'

/** A mail to support whose subject says the tier and the workspace. */
export function SupportLink() {
  const { workspace, owner_name: owner } = useMe()
  const tier = useTier()
  if (!tier?.support_email) return null
  const level = tier.support === 'priority' ? 'Priority' : 'Email'
  const subject = `${level} support, ${tierTable[tier.tier].name}: ${workspace.name}`
  const body = `\n\n\nWorkspace: ${workspace.name} (${workspace.id})\nTier: ${tierTable[tier.tier].name}${tier.trial_ends_at ? ' (trial)' : ''}\nOwner: ${owner ?? ''}`
  return (
    <a
      href={`mailto:${tier.support_email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`}
      className="font-medium text-brand-ink underline"
    >
      Write to support
    </a>
  )
}
