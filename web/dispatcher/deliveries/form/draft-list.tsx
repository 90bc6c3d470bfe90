import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type Props<Draft> = {
  drafts: Draft[]
  most: number
  /** What is added, and the words of the button. */
  empty: Draft
  add: string
  /** What is wrong with the list as a whole. */
  problem: string | undefined
  isFixed: boolean
  /** How items are set apart. */
  itemClass: string
  onChange: (drafts: Draft[]) => void
  /** The fields of one, from its place in the list. */
  children: (draft: Draft, at: number, change: (part: Partial<Draft>) => void) => ReactNode
}

/** Parts of an order that are entered one below the other. Two may be alike, so each is known by its place in the list. */
export function DraftList<Draft>({ drafts, most, empty, add, problem, isFixed, onChange, ...props }: Props<Draft>) {
  return (
    <>
      <ol className="flex flex-col gap-4 empty:hidden">
        {drafts.map((draft, at) => (
          <li key={at} className={props.itemClass}>
            {props.children(draft, at, (part) => onChange(drafts.with(at, { ...draft, ...part })))}
          </li>
        ))}
      </ol>
      {problem && (
        <p role="alert" className="text-[0.8125rem] text-danger-ink">
          {problem}
        </p>
      )}
      {!isFixed && drafts.length < most && (
        <Button
          size="small"
          className="self-start"
          icon={<Plus aria-hidden="true" className="size-3.5" />}
          onPress={() => onChange([...drafts, empty])}
        >
          {add}
        </Button>
      )}
    </>
  )
}
