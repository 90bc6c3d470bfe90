import { Unplug } from 'lucide-react'

/** What cannot be planned together. It is said here, because the calculation would be refused. */
export function Clashes({ sentences }: { sentences: string[] }) {
  return (
    <ul role="alert" className="mt-3 grid gap-2">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-2 rounded-lg bg-warning-soft px-3 py-2 text-warning-ink">
          <Unplug aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  )
}
