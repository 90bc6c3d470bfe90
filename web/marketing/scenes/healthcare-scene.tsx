import { Scene, SceneCard, Tick, Words } from './scene-parts.tsx'

const hands = [
  { x: 44, time: '08:10', who: 'Pharmacy' },
  { x: 190, time: '08:25', who: 'Driver' },
  { x: 336, time: '09:02', who: 'Ward 3' },
]

/** A locked cooler, its temperature along the way, and everyone who handles it up to the signature. */
export function HealthcareScene() {
  return (
    <Scene>
      <CoolBox />
      <TemperatureCard />
      <SceneCard x={32} y={250} width={456} height={158}>
        <Words x={24} y={36} size={16} weight={650}>
          Chain of custody
        </Words>
        <path d="M58 70H350" stroke="var(--brand)" strokeWidth="4" strokeDasharray="1 10" strokeLinecap="round" />
        {hands.map((hand) => (
          <g key={hand.who} transform={`translate(${hand.x} 70)`}>
            <circle r="17" fill="var(--surface)" />
            <Tick x={0} y={0} r={14} />
            <Words x={-14} y={38} weight={600}>
              {hand.who}
            </Words>
            <Words x={-14} y={59} fill="var(--ink-muted)">
              {hand.time}
            </Words>
          </g>
        ))}
        <path
          d="M380 86c6-26 18-30 16-10s-9 18 2 2 12-8 13 2 8 2 11-8 7-6 7 3 9 3 13-8"
          fill="none"
          stroke="var(--ink)"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </SceneCard>
    </Scene>
  )
}

function CoolBox() {
  return (
    <g transform="translate(44 44)">
      <rect x="4" y="48" width="152" height="134" rx="18" fill="var(--shadow-ink)" />
      <path
        d="M44 38V22a14 14 0 0 1 14-14h36a14 14 0 0 1 14 14v16"
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="9"
      />
      <rect
        y="40"
        width="152"
        height="134"
        rx="18"
        fill="var(--surface)"
        stroke="var(--line-strong)"
        strokeWidth="1.5"
      />
      <path d="M0 58a18 18 0 0 1 18-18h116a18 18 0 0 1 18 18v16H0Z" fill="var(--brand)" />
      <rect
        x="64"
        y="62"
        width="24"
        height="26"
        rx="6"
        fill="var(--raised)"
        stroke="var(--line-strong)"
        strokeWidth="1.5"
      />
      <path d="M76 71v8" stroke="var(--ink)" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M67 104h18v14h14v18H85v14H67v-14H53v-18h14Z"
        fill="var(--brand-soft)"
        stroke="var(--brand-ink)"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
    </g>
  )
}

function TemperatureCard() {
  return (
    <SceneCard x={230} y={40} width={258} height={180}>
      <Words x={22} y={38} fill="var(--ink-muted)">
        Inside the box
      </Words>
      <Words x={236} y={40} size={22} weight={650} anchor="end">
        4.6 °C
      </Words>
      <rect x="52" y="72" width="184" height="66" rx="6" fill="var(--success-soft)" />
      <g stroke="var(--success-ink)" strokeDasharray="4 5" opacity="0.7">
        <path d="M52 72H236M52 138H236" />
      </g>
      <Words x={22} y={77} fill="var(--ink-muted)">
        8°
      </Words>
      <Words x={22} y={143} fill="var(--ink-muted)">
        2°
      </Words>
      <path
        d="M54 112C68 104 78 120 94 112S118 92 132 100 156 122 172 110 198 104 212 110"
        fill="none"
        stroke="var(--brand)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx="214" cy="110" r="7" fill="var(--brand)" stroke="var(--surface)" strokeWidth="3" />
    </SceneCard>
  )
}
