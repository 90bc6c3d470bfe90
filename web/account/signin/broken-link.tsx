import { ButtonLink } from '#web/ui/button-link.tsx'
import { Link } from '#web/ui/link.tsx'
import { EntryFrame } from './frame.tsx'

type BrokenLinkProps = {
  title: string
  reason: string
  /** Where a new link is asked for, and what the button there is called. */
  to: string
  action: string
}

/** A link that opens nothing any more: why, and how to have another one. */
export function BrokenLink({ title, reason, to, action }: BrokenLinkProps) {
  return (
    <EntryFrame title={title} lead={<p role="alert">{reason}</p>} below={<Link to="/signin">Back to signing in</Link>}>
      <ButtonLink to={to} variant="primary" size="large" className="w-full">
        {action}
      </ButtonLink>
    </EntryFrame>
  )
}
