import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'

type BannerTone = 'info' | 'warning' | 'danger' | 'success' | 'brand'

const tones: Record<BannerTone, string> = {
  info: 'bg-info-soft text-info-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
  success: 'bg-success-soft text-success-ink',
  brand: 'bg-brand-soft text-brand-ink',
}

type BannerProps = {
  tone?: BannerTone
  icon?: ReactNode
  children: ReactNode
  actions?: ReactNode
  onDismiss?: () => void
  /** `bar` spans the page edge to edge. `box` sits between other content. */
  shape?: 'bar' | 'box'
}

/** A message that stays as long as its reason does. */
export function Banner({ tone = 'info', icon, children, actions, onDismiss, shape = 'box' }: BannerProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5',
        shape === 'box' && 'rounded-xl',
        tones[tone],
      )}
    >
      {icon && (
        <span aria-hidden="true" className="[&>svg]:size-4.5">
          {icon}
        </span>
      )}
      <output className="block min-w-0 flex-1 basis-48 font-medium [&_a]:text-current [&_a]:underline">
        {children}
      </output>
      {actions}
      {onDismiss && (
        <IconButton
          label="Dismiss"
          size="small"
          icon={<X aria-hidden="true" className="size-4" />}
          onPress={onDismiss}
          className="text-current"
        />
      )}
    </div>
  )
}
