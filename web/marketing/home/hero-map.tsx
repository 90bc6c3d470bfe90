const routes = [
  {
    color: '#0f8f7a',
    path: 'M240 190 C200 150 150 160 118 118 S60 92 66 56',
    stops: [
      [178, 157],
      [118, 118],
      [66, 56],
    ],
  },
  {
    color: '#3b6fd4',
    path: 'M240 190 C290 150 310 120 366 112 S430 70 420 44',
    stops: [
      [300, 139],
      [366, 112],
      [420, 44],
    ],
  },
  {
    color: '#c2571a',
    path: 'M240 190 C250 240 310 250 344 286 S430 300 440 340',
    stops: [
      [274, 246],
      [344, 286],
      [440, 340],
    ],
  },
  {
    color: '#8a4bc4',
    path: 'M240 190 C190 230 160 240 132 276 S70 290 52 336',
    stops: [
      [178, 238],
      [132, 276],
      [52, 336],
    ],
  },
] as const

/** Four routes leaving one depot. Decorative, so it is hidden from screen readers. */
export function HeroMap() {
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-3xl border bg-(--map-ground) shadow-raised">
      <svg viewBox="0 0 480 380" className="block w-full">
        <g stroke="var(--map-line)" strokeWidth="1">
          {[60, 120, 180, 240, 300].map((y) => (
            <path key={y} d={`M0 ${y + 10}H480`} />
          ))}
          {[60, 150, 240, 330, 420].map((x) => (
            <path key={x} d={`M${x} 0V380`} />
          ))}
        </g>
        {routes.map((route) => (
          <g key={route.color}>
            <path d={route.path} fill="none" stroke="var(--map-casing)" strokeWidth="9" strokeLinecap="round" />
            <path d={route.path} fill="none" stroke={route.color} strokeWidth="5" strokeLinecap="round" />
            {route.stops.map(([x, y], position) => (
              <g key={`${x},${y}`}>
                <circle cx={x} cy={y} r="12" fill={route.color} stroke="var(--map-casing)" strokeWidth="2.5" />
                <text x={x} y={y + 4} textAnchor="middle" fontSize="11.5" fontWeight="650" fill="#fff">
                  {position + 1}
                </text>
              </g>
            ))}
          </g>
        ))}
        <rect
          x="224"
          y="174"
          width="32"
          height="32"
          rx="9"
          fill="var(--ink)"
          stroke="var(--map-casing)"
          strokeWidth="3"
        />
        <path
          d="M232 190l8-7 8 7v8h-5v-5h-6v5h-5z"
          fill="var(--ground)"
          stroke="var(--ground)"
          strokeWidth="1"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  )
}
