import { Depot, Pin, RouteLine, Stop } from './map-parts.tsx'
import { Scene } from './scene.tsx'
import { Clock, Sheet, Van } from './thing-parts.tsx'

const ring = [
  [392, 118],
  [212, 128],
  [128, 262],
  [250, 402],
  [470, 420],
  [640, 318],
  [598, 166],
] as const

/** A bold ring over the star that nearest-first produces. */
export function NearestStopFirst() {
  return (
    <Scene tint="brand" streets>
      <RouteLine isQuiet d="M400 262 598 166 392 118 470 420 250 402 640 318 212 128 128 262z" />
      <RouteLine d="M400 262 392 118Q300 96 212 128T128 262T250 402T470 420T640 318T598 166L400 262" />
      {ring.map((at, position) => (
        <Stop key={at.join()} at={at} label={position + 1} />
      ))}
      <Depot at={[400, 262]} />
    </Scene>
  )
}

/** Left edge, width and planned arrival of each bar. */
const dayWindows = [
  [44, 190, 118],
  [104, 250, 214],
  [132, 190, 246],
  [222, 190, 322],
  [282, 176, 372],
] as const

/** A day's windows as bars, each with its planned arrival well inside. */
export function TimeWindows() {
  return (
    <Scene tint="info">
      <Sheet box={[70, 70, 500, 360]}>
        <g stroke="var(--line)" strokeWidth="2">
          {[60, 150, 240, 330, 420].map((x) => (
            <path key={x} d={`M${x} 34V326`} />
          ))}
        </g>
        {dayWindows.map(([x, width, arrival], row) => (
          <g key={x} transform={`translate(0 ${44 + row * 56})`}>
            <rect x={x} width={width} height="34" rx="17" fill="var(--tint-soft)" />
            <rect x={arrival - 36} width="72" height="34" rx="17" fill="var(--tint-mid)" />
            <circle cx={arrival} cy="17" r="11" fill="var(--tint)" stroke="var(--surface)" strokeWidth="4" />
          </g>
        ))}
      </Sheet>
      <Clock at={[606, 330]} size={1.3} hour={10} minute={10} />
    </Scene>
  )
}

/** A fan of possible arrivals that narrows toward the door. */
export function HonestEtas() {
  return (
    <Scene tint="violet">
      <path d="M150 330C330 250 480 170 690 70V350C520 344 340 346 150 362z" fill="var(--tint-faint)" />
      <path d="M150 336C330 280 480 220 690 140V296C520 312 340 336 150 356z" fill="var(--tint-mid)" opacity="0.7" />
      <path
        d="M150 346C330 306 500 260 690 214"
        fill="none"
        stroke="var(--tint)"
        strokeWidth="6"
        strokeDasharray="2 14"
        strokeLinecap="round"
      />
      {(
        [
          [330, 276, 340],
          [470, 216, 326],
          [610, 152, 312],
        ] as const
      ).map(([x, top, bottom]) => (
        <g key={x} stroke="var(--tint)" strokeWidth="7" strokeLinecap="round">
          <path d={`M${x} ${top}V${bottom}M${x - 13} ${top}H${x + 13}M${x - 13} ${bottom}H${x + 13}`} />
          <circle cx={x} cy={(top + bottom) / 2} r="12" fill="var(--tint)" stroke="var(--surface)" strokeWidth="4" />
        </g>
      ))}
      <path d="M0 424H800" stroke="var(--tint-mid)" strokeWidth="6" />
      <Van at={[146, 424]} size={0.86} />
      <path
        d="M652 424V326l46-40 46 40v98z"
        fill="var(--surface)"
        stroke="var(--tint)"
        strokeWidth="6"
        strokeLinejoin="round"
      />
      <path d="M684 424v-54h30v54" fill="var(--tint)" />
    </Scene>
  )
}

/** Three candidates for one address, one with a tight circle of uncertainty. */
export function AddressQuality() {
  return (
    <Scene tint="success" streets>
      <circle cx="560" cy="330" r="150" fill="var(--tint-mid)" opacity="0.28" />
      <circle cx="560" cy="330" r="150" fill="none" stroke="var(--tint)" strokeWidth="3" strokeDasharray="4 12" />
      <circle cx="214" cy="392" r="84" fill="var(--tint-mid)" opacity="0.36" />
      <circle cx="214" cy="392" r="84" fill="none" stroke="var(--tint)" strokeWidth="3" strokeDasharray="4 12" />
      <circle cx="346" cy="250" r="46" fill="var(--tint-mid)" opacity="0.8" />
      <Pin at={[560, 330]} isQuiet />
      <Pin at={[214, 392]} isQuiet />
      <Pin at={[346, 250]} size={1.6} />
      <Sheet box={[486, 62, 236, 104]}>
        <rect x="24" y="26" width="126" height="16" rx="8" fill="var(--tint)" />
        <rect x="24" y="60" width="188" height="14" rx="7" fill="var(--tint-soft)" />
        <rect x="24" y="60" width="170" height="14" rx="7" fill="var(--tint-mid)" />
      </Sheet>
    </Scene>
  )
}

const spokes = [
  [90, 120],
  [170, 60],
  [60, 236],
  [98, 350],
  [200, 430],
  [318, 448],
  [352, 64],
  [330, 330],
  [170, 150],
  [130, 262],
  [196, 330],
  [320, 170],
  [470, 60],
  [580, 76],
  [690, 110],
  [742, 216],
  [716, 330],
  [640, 420],
  [520, 448],
  [430, 396],
  [500, 170],
  [640, 190],
  [630, 310],
  [452, 250],
] as const

/** Two hubs and twenty-four districts. */
export function RegionalNetwork() {
  return (
    <Scene tint="violet">
      <g fill="none" stroke="var(--tint-mid)" strokeWidth="4">
        {spokes.map(([x, y], position) => (
          <path
            key={`${x},${y}`}
            d={`M${position < 12 ? 240 : 560} 250Q${(position < 12 ? 240 : 560) + (y - 250) / 5} ${(250 + y) / 2} ${x} ${y}`}
          />
        ))}
      </g>
      <RouteLine d="M240 250C340 190 460 310 560 250" />
      {spokes.map(([x, y], position) => (
        <circle
          key={`${x},${y}`}
          cx={x}
          cy={y}
          r={position % 4 === 0 ? 16 : 12}
          fill={position % 4 === 0 ? 'var(--tint)' : 'var(--surface)'}
          stroke={position % 4 === 0 ? 'var(--surface)' : 'var(--tint)'}
          strokeWidth="4"
        />
      ))}
      <Depot at={[240, 250]} size={1.35} />
      <Depot at={[560, 250]} size={1.35} />
    </Scene>
  )
}
