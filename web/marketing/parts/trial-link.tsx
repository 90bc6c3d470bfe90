import { ButtonLink } from '#web/ui/button-link.tsx'
import type { ButtonSize, ButtonVariant } from '#web/ui/button-style.ts'
import { cx } from '#web/ui/cx.ts'
import { asNewcomer } from '../navigation.ts'

type TrialLinkProps = {
  label?: string
  size?: ButtonSize
  variant?: ButtonVariant
  className?: string
  'aria-describedby'?: string
}

/** Opens the sign-in page as the sign-up form. Members have their trial, so they get a link to their dashboard. */
export function TrialLink({ label = 'Start Free Trial', variant = 'primary', className, ...rest }: TrialLinkProps) {
  return (
    <>
      <ButtonLink
        {...rest}
        to="/signin"
        state={asNewcomer}
        variant={variant}
        className={cx(className, 'member:hidden')}
      >
        {label}
      </ButtonLink>
      <span className="hidden member:contents">
        <ButtonLink {...rest} to="/dashboard" variant={variant} className={className}>
          Open Dashboard
        </ButtonLink>
      </span>
    </>
  )
}
