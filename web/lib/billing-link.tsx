import { Link } from '#web/ui/link.tsx'
import { useMay, useMe } from './me.ts'

/** What to do where a tier's limit is met: for the owner a link, for others whom to ask. */
export function BillingLink({ label = 'Change the tier' }: { label?: string }) {
  const { owner_name } = useMe()
  if (useMay('manage_billing')) return <Link to="/dashboard/billing">{label}</Link>
  return <>Ask {owner_name ?? 'the owner'} to change the tier.</>
}
