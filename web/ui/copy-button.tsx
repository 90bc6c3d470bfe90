import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

type State = 'ready' | 'copied' | 'refused'

const words: Record<State, string> = { ready: 'Copy', copied: 'Copied', refused: 'Press Ctrl+C' }

/**
 * Copies a text. If the browser refuses, `onRefused` may select the text for the person to copy.
 * @param of what is copied, for screen readers
 */
export function CopyButton({ text, of, onRefused }: { text: string; of: string; onRefused?: () => void }) {
  const [state, setState] = useState<State>('ready')
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), 2500)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Not allowed, or not available on this origin.
      onRefused?.()
      setState('refused')
    }
  }
  const Icon = state === 'copied' ? Check : Copy
  return (
    <button
      type="button"
      aria-label={state === 'ready' ? `Copy ${of}` : undefined}
      onClick={() => void copy()}
      className="focus-ring inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-[0.8125rem] font-medium text-ink-muted hover:bg-hover hover:text-ink noscript:hidden pointer-coarse:min-h-11"
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span aria-live="polite">{words[state]}</span>
    </button>
  )
}
