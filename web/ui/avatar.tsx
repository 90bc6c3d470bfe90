import { cx } from './cx.ts'

/** The first letters of the first and last word, used instead of a picture. */
export function initials(name: string): string {
  const [first, ...others] = name
    .split('@')[0]!
    .split(/[\s._-]+/)
    .filter(Boolean)
  const letters = [first, others.at(-1)].map((word = '') => Array.from(word)[0] ?? '')
  return letters.join('').toUpperCase() || '?'
}

/** A person's initials in a circle. */
export function Avatar({ name, size = 'medium' }: { name: string; size?: 'small' | 'medium' }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand-ink',
        size === 'small' ? 'size-6 text-[0.625rem]' : 'size-8 text-xs',
      )}
    >
      {initials(name)}
    </span>
  )
}
