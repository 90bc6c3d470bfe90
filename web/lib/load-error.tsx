import { ErrorPanel, type ErrorPanelProps } from '#web/ui/error-panel.tsx'
import { CallError } from './call.ts'

type LoadErrorProps = { error: unknown } & Pick<ErrorPanelProps, 'title' | 'onRetry' | 'isRetrying'>

/** The sentence for a failure of any kind; what is not a refusal of ours is a bug and says so. */
export function sentenceOf(error: unknown): string {
  return error instanceof CallError ? error.message : 'Something went wrong in this page. Reload it and try again.'
}

/** Shows why a call failed, with the number to quote and a way to try again. */
export function LoadError({ error, ...rest }: LoadErrorProps) {
  const requestId = error instanceof CallError ? error.requestId : ''
  return <ErrorPanel message={sentenceOf(error)} requestId={requestId || undefined} {...rest} />
}
