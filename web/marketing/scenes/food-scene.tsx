import { Road, Scene, SceneCard, Stop, Tick, Words } from './scene-parts.tsx'

const slots = [
  { time: '11:30', filled: 96, isDone: true },
  { time: '11:45', filled: 78, isDone: false },
  { time: '12:00', filled: 42, isDone: false },
]

/** An insulated box with a hot and a cold side, its route, and lunch slots. */
export function FoodScene() {
  return (
    <Scene>
      <Road path="M76 290V346C76 380 98 380 130 380H196C232 380 232 352 260 336L330 298" />
      <InsulatedBox />
      <Stop x={78} y={340} number={1} />
      <Stop x={164} y={380} number={2} />
      <Stop x={254} y={340} number={3} />
      <SceneCard x={316} y={264} width={180} height={152}>
        <Words x={20} y={34} size={16} weight={650}>
          Lunch slots
        </Words>
        {slots.map((slot, row) => (
          <g key={slot.time} transform={`translate(20 ${64 + row * 33})`}>
            <Words x={0} y={5} fill="var(--ink-muted)">
              {slot.time}
            </Words>
            <rect x="54" y="-5" width="62" height="10" rx="5" fill="var(--neutral-soft)" />
            <rect x="54" y="-5" width={slot.filled * 0.62} height="10" rx="5" fill="var(--brand)" />
            {slot.isDone && <Tick x={136} y={0} r={10} />}
          </g>
        ))}
      </SceneCard>
    </Scene>
  )
}

function InsulatedBox() {
  return (
    <g transform="translate(40 44)">
      <rect x="8" y="34" width="328" height="214" rx="24" fill="var(--shadow-ink)" />
      <rect x="0" y="28" width="344" height="212" rx="24" fill="var(--surface)" stroke="var(--line-strong)" />
      <rect x="132" y="-8" width="80" height="34" rx="14" fill="none" stroke="var(--line-strong)" strokeWidth="8" />
      <rect x="-8" y="14" width="360" height="34" rx="14" fill="var(--raised)" stroke="var(--line-strong)" />
      <rect x="18" y="64" width="148" height="158" rx="14" fill="var(--warning-soft)" />
      <rect x="178" y="64" width="148" height="158" rx="14" fill="var(--info-soft)" />
      <path d="M172 66V220" stroke="var(--line-strong)" strokeWidth="3" strokeDasharray="1 8" strokeLinecap="round" />
      <HotSide />
      <ColdSide />
    </g>
  )
}

function HotSide() {
  return (
    <g transform="translate(18 64)">
      <Words x={16} y={32} size={22} weight={650} fill="var(--warning-ink)">
        63 °C
      </Words>
      <g fill="none" stroke="var(--warning-ink)" strokeWidth="3" strokeLinecap="round" opacity="0.7">
        <path d="M50 82c-7-8 7-12 0-21M74 82c-7-8 7-12 0-21M98 82c-7-8 7-12 0-21" />
      </g>
      {[92, 120].map((y) => (
        <g key={y} stroke="var(--warning-ink)" strokeWidth="2.5" fill="var(--surface)" strokeLinejoin="round">
          <path d={`M28 ${y + 6}h92l-6 18H34Z`} />
          <rect x="22" y={y} width="104" height="7" rx="3.5" />
        </g>
      ))}
    </g>
  )
}

function ColdSide() {
  return (
    <g transform="translate(178 64)">
      <Words x={16} y={32} size={22} weight={650} fill="var(--info-ink)">
        4 °C
      </Words>
      <g stroke="var(--info-ink)" strokeWidth="3" strokeLinecap="round" opacity="0.7">
        <path d="M118 14v22M108.5 19.5l19 11M127.5 19.5l-19 11" />
      </g>
      <g stroke="var(--info-ink)" strokeWidth="2.5" fill="var(--surface)" strokeLinejoin="round">
        <path d="M34 74h14v14c0 6 7 8 7 17v35a4 4 0 0 1-4 4H31a4 4 0 0 1-4-4v-35c0-9 7-11 7-17Z" />
        <rect x="32" y="64" width="18" height="10" rx="3" />
        <path d="M70 100h56l-6 44H76Z" />
        <rect x="65" y="92" width="66" height="9" rx="4" />
        <path d="M82 92c0-22 32-22 32 0" />
      </g>
      <path d="M27 116h28" stroke="var(--info-ink)" strokeWidth="2.5" />
    </g>
  )
}
