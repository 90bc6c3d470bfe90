import { ButtonLink } from '#web/ui/button-link.tsx'
import { Link } from '#web/ui/link.tsx'
import { EntryFrame } from './frame.tsx'

type BrokenLinkProps = {
  title: string
  reason: string
  /** Where to request a new link, and the label of that button. */
  to: string
  action: string
}

/** A link that no longer works: why, and how to get a new one. */
export function BrokenLink({ title, reason, to, action }: BrokenLinkProps) {
  return (
    <EntryFrame title={title} lead={<p role="alert">{reason}</p>} below={<Link to="/signin">Back to sign-in</Link>}>
      <ButtonLink to={to} variant="primary" size="large" className="w-full">
        {action}
      </ButtonLink>
    </EntryFrame>
  )
}
