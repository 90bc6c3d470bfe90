import { SendHorizontal, X } from 'lucide-react'
import { useId, type SubmitEvent } from 'react'
import { PhotoPress } from '../camera/photo-press.tsx'
import { ShownPhoto } from '../camera/shown-photo.tsx'
import type { TakenPhoto } from '../camera/take-photo.ts'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../use-action.ts'
import { useDraft } from '../use-draft.ts'
import { useWords } from '../words/use-words.tsx'

type Draft = { text: string; photo: TakenPhoto | null }

/** Ready-made answers, where the workspace has none of its own. */
const usual = ['messages.answer.ok', 'messages.answer.late', 'messages.answer.traffic', 'messages.answer.call'] as const

/** Writes to dispatch. A message is safe on the phone at once, and goes when it can. */
export function Composer({ answers }: { answers: string[] | null }) {
  const { say } = useWords()
  const field = useId()
  const { act, problem, isPending } = useAction()
  const { value: draft, change } = useDraft<Draft>('message', () => ({ text: '', photo: null }))
  if (!draft) return null
  const { text, photo } = draft

  async function send(words: string, taken: TakenPhoto | null) {
    const data = { message_id: crypto.randomUUID(), text: words, photo: taken?.photo ?? null }
    return act({ kind: 'message_sent', data, photos: taken ? [taken.kept] : [] })
  }

  return (
    <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 mt-auto -mb-6 grid gap-2 border-t border-line bg-ground/95 px-4 py-3 backdrop-blur-sm">
      <Problem text={problem} />
      {!text && !photo && (
        <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1">
          {(answers ?? usual.map((name) => say(name))).map((answer) => (
            <li key={answer} className="shrink-0">
              <Press className="whitespace-nowrap" disabled={isPending} onClick={() => void send(answer, null)}>
                {answer}
              </Press>
            </li>
          ))}
        </ul>
      )}
      {photo && (
        <div className="flex items-center gap-2">
          <ShownPhoto id={photo.photo.id} blob={photo.kept.blob} label={say('messages.photo')} />
          <Press
            look="quiet"
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={() => change({ photo: null })}
          >
            {say('messages.noPhoto')}
          </Press>
        </div>
      )}
      <form
        className="flex items-end gap-2"
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          if (!text.trim() && !photo) return
          void send(text.trim(), photo).then((isKept) => isKept && change({ text: '', photo: null }))
        }}
      >
        <PhotoPress label={say('photo.take')} isIcon onTaken={(taken) => change({ photo: taken })} />
        <label htmlFor={field} className="sr-only">
          {say('messages.write')}
        </label>
        <textarea
          id={field}
          rows={1}
          dir="auto"
          maxLength={2000}
          placeholder={say('messages.write')}
          value={text}
          onChange={({ target }) => change({ text: target.value })}
          className="focus-ring field-sizing-content max-h-40 min-h-12 resize-none min-w-0 grow rounded-xl border border-control-line bg-surface px-3.5 py-2.5 placeholder:text-ink-faint"
        />
        <Press
          type="submit"
          look="primary"
          aria-label={say('messages.send')}
          className="w-12 shrink-0 px-0"
          isPending={isPending}
          disabled={!text.trim() && !photo}
          icon={<SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
        />
      </form>
    </div>
  )
}
