import { Plus } from 'lucide-react'
import type { PlainQuestion } from './faq-data.ts'

export function Faq({ questions }: { questions: readonly PlainQuestion[] }) {
  return (
    <div className="divide-y border-y">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group">
          <summary className="flex cursor-pointer list-none items-center justify-between gap-6 py-5 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <Plus
              aria-hidden="true"
              className="size-5 shrink-0 text-ink-muted transition-transform group-open:rotate-45"
            />
          </summary>
          <div className="max-w-2xl pb-6 text-pretty text-ink-muted">{answer}</div>
        </details>
      ))}
    </div>
  )
}
