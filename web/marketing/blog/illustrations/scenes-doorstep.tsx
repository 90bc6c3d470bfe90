import { Scene } from './scene.tsx'
import { Parcel, Phone, Sheet, Tick, Van } from './thing-parts.tsx'

/** A closed door, a parcel on its way back, and the bill. */
export function FailedDelivery() {
  return (
    <Scene tint="warning">
      <path d="M0 420H800" stroke="var(--tint-mid)" strokeWidth="6" />
      <path d="M96 420V120a16 16 0 0 1 16-16h168a16 16 0 0 1 16 16v300z" fill="var(--tint-faint)" />
      <path
        d="M124 420V148a12 12 0 0 1 12-12h120a12 12 0 0 1 12 12v272z"
        fill="var(--surface)"
        stroke="var(--tint)"
        strokeWidth="6"
      />
      <circle cx="244" cy="288" r="9" fill="var(--tint)" />
      <path d="M166 204l60 60M226 204l-60 60" stroke="var(--tint)" strokeWidth="11" strokeLinecap="round" />
      <Parcel at={[372, 420]} size={1.1} />
      <path
        d="M372 296C372 190 470 170 486 258"
        fill="none"
        stroke="var(--tint)"
        strokeWidth="7"
        strokeLinecap="round"
        strokeDasharray="2 14"
      />
      <path
        d="M468 244l19 24 14-27"
        fill="none"
        stroke="var(--tint)"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Sheet box={[520, 84, 210, 316]}>
        {[40, 82, 124, 166, 208].map((y, line) => (
          <g key={y}>
            <rect x="26" y={y} width={[84, 62, 96, 70, 54][line]} height="14" rx="7" fill="var(--tint-soft)" />
            <rect x="146" y={y} width="38" height="14" rx="7" fill="var(--tint-mid)" />
          </g>
        ))}
        <path d="M26 246H184" stroke="var(--line-strong)" strokeWidth="3" />
        <rect x="26" y="266" width="60" height="20" rx="10" fill="var(--tint)" />
        <rect x="126" y="266" width="58" height="20" rx="10" fill="var(--tint)" />
      </Sheet>
    </Scene>
  )
}

/** A photo of the parcel and the place, above a chain of log entries. */
export function ProofOfDelivery() {
  return (
    <Scene tint="success">
      <g transform="rotate(-4 330 200)">
        <Sheet box={[170, 46, 330, 280]}>
          <rect x="20" y="20" width="290" height="208" rx="10" fill="var(--tint-faint)" />
          <path d="M96 228V82a10 10 0 0 1 10-10h84a10 10 0 0 1 10 10v146z" fill="var(--tint-mid)" />
          <rect x="216" y="92" width="54" height="34" rx="6" fill="var(--surface)" />
          <text x="243" y="117" textAnchor="middle" fontSize="24" fontWeight="700" fill="var(--tint)">
            12
          </text>
          <Parcel at={[230, 228]} size={0.84} />
          <rect x="20" y="244" width="120" height="14" rx="7" fill="var(--tint-mid)" />
          <rect x="152" y="244" width="70" height="14" rx="7" fill="var(--tint-soft)" />
        </Sheet>
      </g>
      <Tick at={[518, 92]} size={1.5} />
      <path d="M90 410H710" stroke="var(--tint)" strokeWidth="8" />
      {[90, 216, 342, 468, 594].map((x) => (
        <g key={x}>
          <rect
            x={x}
            y="372"
            width="90"
            height="76"
            rx="16"
            fill="var(--surface)"
            stroke="var(--tint)"
            strokeWidth="6"
          />
          <rect x={x + 20} y="396" width="50" height="10" rx="5" fill="var(--tint-mid)" />
          <rect x={x + 20} y="416" width="32" height="10" rx="5" fill="var(--tint-soft)" />
        </g>
      ))}
    </Scene>
  )
}

/** A phone with three short texts, and a meter for their cost. */
export function SmsTexts() {
  return (
    <Scene tint="info">
      <Phone at={[120, 62]} size={1.05}>
        {(
          [
            [24, 58, 128, 70],
            [24, 142, 110, 54],
            [24, 210, 132, 70],
          ] as const
        ).map(([x, y, width, height]) => (
          <g key={y}>
            <path
              d={`M${x} ${y + height}v-${height - 14}a14 14 0 0 1 14-14h${width - 28}a14 14 0 0 1 14 14v${height - 28}a14 14 0 0 1-14 14z`}
              fill="var(--tint-soft)"
            />
            <rect x={x + 16} y={y + 16} width={width - 46} height="9" rx="4.5" fill="var(--tint)" />
            <rect x={x + 16} y={y + 33} width={width - 32} height="9" rx="4.5" fill="var(--tint-mid)" />
          </g>
        ))}
      </Phone>
      <Sheet box={[390, 110, 320, 124]}>
        <Meter cells={16} filled={13} />
        <text x="28" y="92" fontSize="26" fontWeight="650" fill="var(--ink)">
          124 / 160
        </text>
        <rect x="226" y="70" width="66" height="30" rx="15" fill="var(--tint)" />
      </Sheet>
      <Sheet box={[390, 274, 320, 124]}>
        <Meter cells={7} filled={7} />
        <text x="28" y="92" fontSize="26" fontWeight="650" fill="var(--ink)">
          125 / 70 ’
        </text>
        <rect x="182" y="70" width="50" height="30" rx="15" fill="var(--warning-ink)" />
        <rect x="242" y="70" width="50" height="30" rx="15" fill="var(--warning-ink)" />
      </Sheet>
    </Scene>
  )
}

function Meter({ cells, filled }: { cells: number; filled: number }) {
  const width = 264 / cells
  return Array.from({ length: cells }, (_, cell) => (
    <rect
      key={cell}
      x={28 + cell * width}
      y="26"
      width={width - 4}
      height="22"
      rx="5"
      fill={cell < filled ? 'var(--tint-mid)' : 'var(--tint-soft)'}
    />
  ))
}

/** A phone with one big button under the thumb, a parcel and almost no signal. */
export function DriverOnboarding() {
  return (
    <Scene tint="brand">
      <circle cx="400" cy="260" r="206" fill="var(--tint-faint)" />
      <Parcel at={[226, 428]} size={2} />
      <Phone at={[352, 56]} size={1.1}>
        <rect x="26" y="52" width="100" height="16" rx="8" fill="var(--ink)" />
        <rect x="26" y="80" width="138" height="11" rx="5.5" fill="var(--tint-soft)" />
        <rect x="26" y="100" width="112" height="11" rx="5.5" fill="var(--tint-soft)" />
        <rect x="26" y="126" width="138" height="96" rx="12" fill="var(--tint-soft)" />
        <path
          d="M40 206 78 164l26 18 44-40"
          fill="none"
          stroke="var(--tint)"
          strokeWidth="6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <rect x="22" y="250" width="146" height="76" rx="22" fill="var(--tint)" />
        <path
          d="M76 288l14 14 26-28"
          fill="none"
          stroke="var(--tint-soft)"
          strokeWidth="9"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </Phone>
      <g transform="translate(632 116)">
        {[26, 48, 70, 92].map((height, bar) => (
          <rect
            key={height}
            x={bar * 30}
            y={96 - height}
            width="20"
            height={height}
            rx="6"
            fill={bar === 0 ? 'var(--tint)' : 'var(--tint-mid)'}
            opacity={bar === 0 ? 1 : 0.5}
          />
        ))}
      </g>
    </Scene>
  )
}

/** A shop with parcels leaving in two waves. */
export function HomewareRetailer() {
  return (
    <Scene tint="brand">
      <path d="M0 430H800" stroke="var(--tint-mid)" strokeWidth="6" />
      <path d="M70 430V196H350V430z" fill="var(--surface)" />
      <path
        d="M52 118H368l26 80a35 35 0 0 1-61 0 35 35 0 0 1-61 0 35 35 0 0 1-62 0 35 35 0 0 1-61 0 35 35 0 0 1-61 0 35 35 0 0 1-62 0z"
        fill="var(--tint)"
        transform="translate(0 -4)"
      />
      <path d="M210 118V194M128 118 114 194M292 118l14 76" stroke="var(--tint-soft)" strokeWidth="6" opacity="0.55" />
      <path d="M230 430V276h84v154z" fill="var(--tint-mid)" />
      <circle cx="300" cy="356" r="6" fill="var(--surface)" />
      <rect x="104" y="276" width="96" height="84" rx="8" fill="var(--tint-soft)" />
      <path
        d="M152 360v-34M134 326h36l-10-32h-16z"
        fill="var(--tint-mid)"
        stroke="var(--tint)"
        strokeWidth="5"
        strokeLinejoin="round"
      />
      <Parcel at={[420, 430]} size={0.7} />
      <Parcel at={[420, 371]} size={0.55} />
      <Van at={[622, 430]} size={1.15}>
        <path
          d="M-60-76h60M-14-90l14 14-14 14"
          fill="none"
          stroke="var(--tint)"
          strokeWidth="8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </Van>
      <path
        d="M440 190C500 90 620 70 720 128"
        fill="none"
        stroke="var(--tint)"
        strokeWidth="6"
        strokeDasharray="2 14"
        strokeLinecap="round"
      />
      <path
        d="M440 240C510 160 620 150 700 192"
        fill="none"
        stroke="var(--tint-mid)"
        strokeWidth="6"
        strokeDasharray="2 14"
        strokeLinecap="round"
      />
      <circle cx="722" cy="130" r="13" fill="var(--tint)" />
      <circle cx="702" cy="194" r="13" fill="var(--tint-mid)" />
    </Scene>
  )
}
