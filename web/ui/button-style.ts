import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet'
export type ButtonSize = 'small' | 'medium' | 'large'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand shadow-card hovered:bg-brand-hover pressed:bg-brand-pressed',
  secondary:
    'border border-line-strong bg-surface text-ink shadow-card hovered:bg-hover pressed:bg-pressed aria-expanded:bg-hover',
  quiet: 'text-ink hovered:bg-hover pressed:bg-pressed aria-expanded:bg-hover',
  danger: 'bg-danger text-on-danger shadow-card hovered:bg-danger-hover pressed:bg-danger-hover',
  'danger-quiet': 'text-danger-ink hovered:bg-danger-soft pressed:bg-danger-soft',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-7 gap-1.5 rounded-md px-2.5 text-[0.8125rem] pointer-coarse:min-h-10',
  medium: 'min-h-9 gap-2 rounded-lg px-3.5 text-sm pointer-coarse:min-h-11',
  large: 'min-h-11 gap-2 rounded-[0.625rem] px-5 text-[0.9375rem]',
}

const squares: Record<ButtonSize, string> = {
  small: 'size-7 rounded-md pointer-coarse:size-11',
  medium: 'size-9 rounded-lg pointer-coarse:size-11',
  large: 'size-11 rounded-[0.625rem]',
}

const shared =
  'focus-ring relative inline-flex shrink-0 select-none items-center justify-center font-medium whitespace-nowrap transition-colors duration-100 disabled:opacity-50 disabled:shadow-none'

/** The look of everything that works like a button, whether a button or a link. */
export function buttonStyle(variant: ButtonVariant, size: ButtonSize, isSquare = false): string {
  return cx(shared, variants[variant], isSquare ? squares[size] : sizes[size])
}
