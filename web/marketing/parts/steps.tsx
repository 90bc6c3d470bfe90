export type Step = { title: string; text: string }

/** Numbered steps, drawn like stops along a route. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid gap-8 lg:grid-flow-col lg:auto-cols-fr">
      {steps.map((step, position) => (
        <li key={step.title} className="relative flex gap-4 lg:block">
          <span
            aria-hidden="true"
            className="absolute top-10 bottom-[-2rem] left-4.5 w-0.5 bg-line-strong lg:top-4.5 lg:right-[-2rem] lg:bottom-auto lg:left-9 lg:h-0.5 lg:w-auto"
            hidden={position === steps.length - 1}
          />
          <span className="relative grid size-9 shrink-0 place-items-center rounded-full bg-brand text-[0.9375rem] font-semibold text-on-brand tabular-nums">
            {position + 1}
          </span>
          <div className="lg:mt-5 lg:pr-6">
            <h3 className="text-lg font-semibold tracking-tight">{step.title}</h3>
            <p className="mt-1.5 text-pretty text-ink-muted">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
