import { useState } from 'react'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { routes, StopDot, Town } from './town.tsx'

export function PlanScene() {
  const [isPlanned, setPlanned] = useState(false)
  return (
    <div>
      <Town label={isPlanned ? 'Two routes through seven stops' : 'Seven unplanned orders around a depot'}>
        {routes.map((route) => (
          <g key={route.driver}>
            {isPlanned && (
              <>
                <path d={route.path} fill="none" stroke="var(--map-casing)" strokeWidth="8" strokeLinejoin="round" />
                <path
                  d={route.path}
                  pathLength="1"
                  fill="none"
                  stroke={route.color}
                  strokeWidth="4.5"
                  strokeLinejoin="round"
                  className="animate-[karta-draw_900ms_ease-out]"
                  strokeDasharray="1"
                />
              </>
            )}
            {route.stops.map((stop, index) => (
              <StopDot
                key={index}
                at={stop}
                number={isPlanned ? index + 1 : undefined}
                color={isPlanned ? route.color : undefined}
              />
            ))}
          </g>
        ))}
      </Town>
      <div className="mt-4 flex min-h-11 flex-wrap items-center justify-between gap-3 text-sm">
        <p role="status" className="text-ink-muted">
          {isPlanned ? 'Budi: 4 stops. Siti: 3 stops. Both back at the depot before noon.' : '7 orders, none planned'}
        </p>
        <PlainButton variant={isPlanned ? 'secondary' : 'primary'} onClick={() => setPlanned(!isPlanned)}>
          {isPlanned ? 'Start over' : 'Optimize'}
        </PlainButton>
      </div>
    </div>
  )
}
