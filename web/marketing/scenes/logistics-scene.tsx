import { Road, Scene, SceneCard, Stop, Words } from './scene-parts.tsx'

const shippers = [
  { x: 66, ink: 'var(--info-ink)', soft: 'var(--info-soft)', path: 'M66 62C66 130 150 128 226 150' },
  { x: 172, ink: 'var(--violet-ink)', soft: 'var(--violet-soft)', path: 'M172 62C172 110 236 108 250 138' },
  { x: 278, ink: 'var(--warning-ink)', soft: 'var(--warning-soft)', path: 'M278 62C278 100 266 112 262 138' },
]

const vehicles = [
  { code: 'KA-1001', load: 0.94 },
  { code: 'KA-1002', load: 0.81 },
  { code: 'KA-1004', load: 0.88 },
]

/** Goods from several shippers meet in one hub and leave on full, shared routes. */
export function LogisticsScene() {
  return (
    <Scene>
      {shippers.map((shipper) => (
        <path
          key={shipper.x}
          d={shipper.path}
          fill="none"
          stroke={shipper.ink}
          strokeWidth="3.5"
          strokeDasharray="1 9"
          strokeLinecap="round"
        />
      ))}
      <Road path="M258 168H376C410 168 418 148 418 118V72" />
      <Road path="M258 168C180 168 130 176 96 214S70 316 76 352" color="var(--info-ink)" />
      <Road path="M258 168V208C258 240 214 240 182 274S150 330 176 380" color="var(--violet-ink)" />
      <Stop x={344} y={168} number={1} />
      <Stop x={418} y={130} number={2} />
      <Stop x={418} y={70} number={3} />
      <Stop x={124} y={190} number={1} color="var(--info-ink)" />
      <Stop x={78} y={262} number={2} color="var(--info-ink)" />
      <Stop x={76} y={350} number={3} color="var(--info-ink)" />
      <Stop x={222} y={242} number={1} color="var(--violet-ink)" />
      <Stop x={163} y={312} number={2} color="var(--violet-ink)" />
      <Stop x={177} y={382} number={3} color="var(--violet-ink)" />
      {shippers.map((shipper) => (
        <Shipper key={shipper.x} {...shipper} />
      ))}
      <Hub />
      <SceneCard x={262} y={250} width={226} height={158}>
        <Words x={20} y={34} size={16} weight={650}>
          Vehicle loads
        </Words>
        {vehicles.map((vehicle, row) => (
          <g key={vehicle.code} transform={`translate(20 ${66 + row * 33})`}>
            <Words x={0} y={5} fill="var(--ink-muted)">
              {vehicle.code}
            </Words>
            <rect x="78" y="-5" width="108" height="10" rx="5" fill="var(--neutral-soft)" />
            <rect x="78" y="-5" width={108 * vehicle.load} height="10" rx="5" fill="var(--brand)" />
          </g>
        ))}
      </SceneCard>
    </Scene>
  )
}

function Shipper({ x, ink, soft }: (typeof shippers)[number]) {
  return (
    <g transform={`translate(${x} 46)`}>
      <circle r="29" fill="var(--surface)" stroke="var(--line-strong)" />
      <g fill={soft} stroke={ink} strokeWidth="2.5" strokeLinejoin="round">
        <path d="M0-15 14-7.5V8L0 15.5-14 8V-7.5Z" />
        <path d="M-14-7.5 0 0 14-7.5M0 0v15.5" fill="none" />
      </g>
    </g>
  )
}

function Hub() {
  return (
    <g transform="translate(258 168)">
      <rect
        x="-33"
        y="-33"
        width="66"
        height="66"
        rx="18"
        fill="var(--ink)"
        stroke="var(--map-casing)"
        strokeWidth="4"
      />
      <path
        d="M-18 17V-5L0-17 18-5V17H9V1H-9V17Z"
        fill="var(--ground)"
        stroke="var(--ground)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M-5 17V10H5v7Z" fill="var(--ground)" />
    </g>
  )
}
