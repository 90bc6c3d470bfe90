import { ButtonLink } from '#web/ui/button-link.tsx'
import type { ButtonSize } from '#web/ui/button-style.ts'
import { asNewcomer } from '../navigation.ts'

/** Opens the sign-in page as the sign-up form. */
export function TrialLink({ label = 'Start Free Trial', size = 'medium' }: { label?: string; size?: ButtonSize }) {
  return (
    <ButtonLink to="/signin" state={asNewcomer} variant="primary" size={size}>
      {label}
    </ButtonLink>
  )
}
