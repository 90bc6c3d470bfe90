import { Lock } from 'lucide-react'
import type { Action } from '#domain/permissions.ts'
import { cx } from '#web/ui/cx.ts'
import { useMay, useMe } from './me.ts'
import { whyNot } from './why-not.ts'

type NotOfferedProps = {
  action: Action
  /** What cannot be done here, such as `change these settings`. */
  doing: string
  className?: string
}

/** Where somebody would look for what their role does not allow: why it is not there, and whom to ask. */
export function NotOffered({ action, doing, className }: NotOfferedProps) {
  const me = useMe()
  if (useMay(action)) return null
  return (
    <p className={cx('flex items-start gap-2 text-[0.8125rem] text-ink-muted print:hidden', className)}>
      <Lock aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span className="text-pretty">{whyNot([action], doing, me)}</span>
    </p>
  )
}
