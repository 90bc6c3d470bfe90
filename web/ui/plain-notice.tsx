import { CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  success: { look: 'bg-success-soft text-success-ink', Icon: CircleCheck },
  info: { look: 'bg-info-soft text-info-ink', Icon: Info },
  warning: { look: 'bg-warning-soft text-warning-ink', Icon: Info },
}

/** Good news or a hint in a quiet box, read aloud when it appears. */
export function PlainNotice({ tone = 'success', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  const { look, Icon } = tones[tone]
  return (
    <div role="status" className={cx('flex gap-2.5 rounded-lg px-3.5 py-3 text-left text-sm', look)}>
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
