import { lateColor, markShapes, type DriverState } from '#web/map/drivers/mark-shapes.ts'

/** The mark of a state, as on the map. Words beside it say what it means. */
export function StateMark({ state, isLate = false }: { state: DriverState; isLate?: boolean }) {
  const { outline, sign, isLine, light, dark } = markShapes[state]
  const color = `light-dark(${light}, ${dark})`
  return (
    <svg aria-hidden="true" viewBox="-3 -3 30 30" className="size-7 shrink-0 overflow-visible">
      {isLate && (
        <circle
          cx={12}
          cy={12}
          r={13.5}
          fill="none"
          strokeWidth={2.5}
          style={{ stroke: `light-dark(${lateColor.light}, ${lateColor.dark})` }}
        />
      )}
      <path d={outline} style={{ fill: color }} />
      <path
        d={sign}
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth={isLine ? 2.2 : 0}
        style={{ fill: isLine ? 'none' : 'var(--map-casing)', stroke: 'var(--map-casing)' }}
      />
    </svg>
  )
}
