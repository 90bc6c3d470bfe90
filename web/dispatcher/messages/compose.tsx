import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { messageLength } from '#domain/schema/message.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { messageSettingsQuery } from './message-queries.ts'
import { usualAnswers } from './message-words.ts'

type ComposeProps = {
  /** The same key may arrive twice and counts once. */
  send: (text: string, idempotencyKey: string) => Promise<void>
  label?: string
  children?: ReactNode
}

/** Where a message is written, with ready-made ones to begin with. What was not sent stays. */
export function Compose({ send, label = 'Message', children }: ComposeProps) {
  const [text, setText] = useState('')
  const key = useRef(crypto.randomUUID())
  const settings = useQuery(messageSettingsQuery)
  const sending = useMutation({
    mutationFn: () => send(text.trim(), key.current),
    onSuccess: () => {
      key.current = crypto.randomUUID()
      setText('')
    },
  })
  const answers = settings.data?.dispatcher_answers ?? usualAnswers
  const left = messageLength - text.trim().length
  const canSend = text.trim() !== '' && left >= 0
  const submit = () => canSend && !sending.isPending && sending.mutate()
  return (
    <form
      className="sticky bottom-0 -mx-5 -mb-5 grid gap-3 border-t bg-raised px-5 py-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      <ul aria-label="Ready-made messages" className="flex flex-wrap gap-2">
        {answers.map((answer) => (
          <li key={answer}>
            <Button size="small" onPress={() => setText(answer)}>
              {answer}
            </Button>
          </li>
        ))}
      </ul>
      <TextArea
        label={label}
        isLabelHidden
        placeholder="Write a message"
        value={text}
        onChange={(value) => {
          key.current = crypto.randomUUID()
          setText(value)
        }}
        errorMessage={left < 0 ? `${-left} characters too many` : undefined}
        description="Ctrl Enter sends it"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      />
      {sending.error && <SaveError title="The message was not sent" error={sending.error} />}
      <Button
        type="submit"
        variant="primary"
        className="justify-self-end"
        isDisabled={!canSend}
        isPending={sending.isPending}
        icon={<Send aria-hidden="true" className="size-4" />}
      >
        Send
      </Button>
    </form>
  )
}
