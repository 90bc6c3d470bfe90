import { CircleAlert } from 'lucide-react'
import { Note } from './parts.tsx'

/** Why the last action was not kept, if it was not. */
export const Problem = ({ text }: { text: string | undefined }) =>
  text ? (
    <Note tone="danger" icon={<CircleAlert aria-hidden="true" />} role="alert">
      {text}
    </Note>
  ) : null
