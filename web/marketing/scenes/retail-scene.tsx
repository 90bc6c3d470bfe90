import { Scene, SceneCard, Tick, Van, Words } from './scene-parts.tsx'

const doors = [
  { x: 46, window: '10–12', roof: 'M-10 60 50 22 110 60', isDone: true },
  { x: 206, window: '12–14', roof: 'M-8 60V38H108V60', isDone: false },
  { x: 366, window: '14–16', roof: 'M-10 60 30 24 110 60', isDone: false },
]

/** A street where every door has a time window, the van, and the recipient's messages. */
export function RetailScene() {
  return (
    <Scene>
      <SceneCard x={36} y={34} width={292} height={124}>
        <Words x={22} y={36} fill="var(--ink-muted)">
          Your parcel arrives
        </Words>
        <Words x={22} y={70} size={26} weight={650}>
          10:20 – 10:40
        </Words>
        <rect x="22" y="92" width="248" height="8" rx="4" fill="var(--neutral-soft)" />
        <rect x="22" y="92" width="176" height="8" rx="4" fill="var(--brand)" />
        <circle cx="198" cy="96" r="9" fill="var(--brand)" stroke="var(--surface)" strokeWidth="3" />
      </SceneCard>
      <SceneCard x={356} y={58} width={128} height={76}>
        <Words x={20} y={32} fill="var(--ink-muted)">
          Ahead of you
        </Words>
        <Words x={20} y={58} size={19} weight={650}>
          2 stops
        </Words>
      </SceneCard>
      {doors.map((door) => (
        <Door key={door.x} {...door} />
      ))}
      <rect x="0" y="352" width="520" height="88" fill="var(--neutral-soft)" />
      <path d="M0 352H520" stroke="var(--line-strong)" strokeWidth="2" />
      <path d="M8 404H512" stroke="var(--map-ink)" strokeWidth="4" strokeDasharray="26 22" opacity="0.5" />
      <Van x={158} y={422} />
    </Scene>
  )
}

function Door({ x, window, roof, isDone }: (typeof doors)[number]) {
  return (
    <g transform={`translate(${x} 180)`}>
      <rect y="58" width="100" height="114" fill="var(--surface)" stroke="var(--line-strong)" strokeWidth="2" />
      <path
        d={`${roof}Z`}
        fill="var(--brand-soft)"
        stroke="var(--line-strong)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <rect x="14" y="112" width="32" height="60" rx="3" fill={isDone ? 'var(--brand)' : 'var(--map-ink)'} />
      <circle cx="39" cy="144" r="2.5" fill="var(--surface)" />
      <path
        d="M60 112h28v28H60ZM74 112v28M60 126h28"
        fill="var(--info-soft)"
        stroke="var(--line-strong)"
        strokeWidth="2"
      />
      {isDone && <Parcel />}
      <g transform="translate(50 84)">
        <rect x="-38" y="-16" width="76" height="30" rx="15" fill="var(--raised)" stroke="var(--line-strong)" />
        <Words x={isDone ? -10 : 0} y={5} weight={650} anchor="middle">
          {window}
        </Words>
        {isDone && <Tick x={24} y={-1} r={9} />}
      </g>
    </g>
  )
}

function Parcel() {
  return (
    <g stroke="var(--warning-ink)" strokeWidth="2" fill="var(--warning-soft)">
      <rect x="56" y="148" width="30" height="24" rx="3" />
      <path d="M71 148v9" />
    </g>
  )
}
