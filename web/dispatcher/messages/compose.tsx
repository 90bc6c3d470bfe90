import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { messageLength } from '#domain/schema/message.ts'
import { newIdempotencyKey } from '#web/lib/call.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { messageSettingsQuery } from './message-queries.ts'
import { usualAnswers } from './message-words.ts'
import { PhotoField } from './photo-field.tsx'
import { pictureIn, usePhoto } from './use-photo.ts'

type ComposeProps = {
  /** The same key may arrive twice and counts once. */
  send: (message: { text: string; photo: string | null }, idempotencyKey: string) => Promise<void>
  label?: string
  children?: ReactNode
}

/** Where a message is written, with ready-made ones to begin with. What was not sent stays. */
export function Compose({ send, label = 'Message', children }: ComposeProps) {
  const [text, setText] = useState('')
  const [isOver, setOver] = useState(false)
  const photo = usePhoto()
  const key = useRef(newIdempotencyKey())
  const settings = useQuery(messageSettingsQuery)
  const sending = useMutation({
    mutationFn: async () => send({ text: text.trim(), photo: await photo.send() }, key.current),
    onSuccess: () => {
      key.current = newIdempotencyKey()
      setText('')
      photo.remove()
    },
  })
  const answers = settings.data?.dispatcher_answers ?? usualAnswers
  const left = messageLength - text.trim().length
  const canSend = (text.trim() !== '' || photo.url !== undefined) && left >= 0 && !photo.isPreparing
  const submit = () => canSend && !sending.isPending && sending.mutate()
  const write = (value: string) => {
    key.current = newIdempotencyKey()
    setText(value)
  }
  const add = (file: File | undefined) => {
    if (!file || sending.isPending) return false
    key.current = newIdempotencyKey()
    void photo.add(file)
    return true
  }
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <form
      className={cx(
        'sticky -bottom-5 -mx-5 -mb-5 grid gap-2.5 border-t px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]',
        isOver ? 'bg-brand-soft' : 'bg-raised',
      )}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (add(pictureIn(event.dataTransfer))) event.preventDefault()
      }}
      onPaste={(event) => {
        if (add(pictureIn(event.clipboardData))) event.preventDefault()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      <ul
        aria-label="Ready-made messages"
        className="-mx-5 flex gap-2 overflow-x-auto px-5 py-0.5 [scrollbar-width:none]"
      >
        {answers.map((answer) => (
          <li key={answer} className="shrink-0">
            <Button size="small" onPress={() => write(answer)}>
              {answer}
            </Button>
          </li>
        ))}
      </ul>
      <TextArea
        label={label}
        isLabelHidden
        rows={2}
        placeholder="Write a message"
        value={text}
        onChange={write}
        errorMessage={left < 0 ? `${-left} characters too many` : undefined}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      />
      {sending.error && <SaveError title="The message was not sent" error={sending.error} />}
      <div className="flex items-end justify-between gap-3">
        <PhotoField photo={photo} isDisabled={sending.isPending} />
        <div className="flex items-center gap-3">
          <span className="text-[0.8125rem] text-ink-muted pointer-coarse:hidden">Ctrl Enter</span>
          <Button
            type="submit"
            variant="primary"
            isDisabled={!canSend}
            isPending={sending.isPending}
            icon={<Send aria-hidden="true" className="size-4" />}
          >
            Send
          </Button>
        </div>
      </div>
    </form>
  )
}
