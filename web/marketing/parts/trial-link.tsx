import { ButtonLink } from '#web/ui/button-link.tsx'
import type { ButtonSize } from '#web/ui/button-style.ts'
import { asNewcomer } from '../navigation.ts'

/** Start Free Trial: to the sign-in page, which opens as the form for a new account. */
export function TrialLink({ label = 'Start Free Trial', size = 'medium' }: { label?: string; size?: ButtonSize }) {
  return (
    <ButtonLink to="/signin" state={asNewcomer} variant="primary" size={size}>
      {label}
    </ButtonLink>
  )
}
