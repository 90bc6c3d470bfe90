import { ErrorPanel, type ErrorPanelProps } from '#web/ui/error-panel.tsx'
import { CallError } from './call.ts'
import { sentenceOf } from './sentence-of.ts'

type LoadErrorProps = { error: unknown } & Pick<ErrorPanelProps, 'title' | 'onRetry' | 'isRetrying'>

/** Shows why a call failed, with the request id to quote and a way to retry. */
export function LoadError({ error, ...rest }: LoadErrorProps) {
  const requestId = error instanceof CallError ? error.requestId : ''
  return <ErrorPanel message={sentenceOf(error)} requestId={requestId || undefined} {...rest} />
}
