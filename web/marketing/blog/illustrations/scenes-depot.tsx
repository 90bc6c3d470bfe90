import { Scene } from './scene.tsx'
import { Clock, Sheet, Tick, Van } from './thing-parts.tsx'

/** A cold box and its temperature curve, with a tooth for each opening, all below the limit. */
export function ColdChain() {
  return (
    <Scene tint="info">
      <Sheet box={[330, 84, 400, 300]}>
        <path d="M36 72H364" stroke="var(--danger)" strokeWidth="4" strokeDasharray="3 11" strokeLinecap="round" />
        <path d="M36 264H364" stroke="var(--line-strong)" strokeWidth="3" />
        <path
          d="M36 236l30-6 6-16 26 2 30-8 8-18 26 4 24-6 8-20 28 4 26-8 8-18 28 2 24-6 8-18 28 2"
          fill="none"
          stroke="var(--tint)"
          strokeWidth="7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </Sheet>
      <path
        d="M86 210h240v214a18 18 0 0 1-18 18H104a18 18 0 0 1-18-18z"
        fill="var(--surface)"
        stroke="var(--tint)"
        strokeWidth="7"
      />
      <rect x="68" y="164" width="276" height="56" rx="16" fill="var(--tint)" />
      <rect x="172" y="146" width="68" height="22" rx="11" fill="var(--tint-mid)" />
      <g transform="translate(206 330)" stroke="var(--tint)" strokeWidth="8" strokeLinecap="round">
        {[0, 60, 120, 180, 240, 300].map((angle) => (
          <path key={angle} d="M0 0V-70M0-46l-17-16M0-46l17-16" fill="none" transform={`rotate(${angle})`} />
        ))}
      </g>
    </Scene>
  )
}

/** A week of bars with one cause highlighted, and a magnifying glass over where it began. */
export function LateReport() {
  return (
    <Scene tint="warning">
      <Sheet box={[80, 64, 640, 372]}>
        <g stroke="var(--line)" strokeWidth="2">
          {[80, 150, 220, 290].map((y) => (
            <path key={y} d={`M40 ${y}H600`} />
          ))}
        </g>
        {[220, 146, 98, 82, 50].map((height, bar) => (
          <rect
            key={height}
            x={62 + bar * 66}
            y={310 - height}
            width="44"
            height={height}
            rx="10"
            fill={bar === 0 ? 'var(--tint)' : 'var(--tint-mid)'}
          />
        ))}
        <path d="M40 312H600" stroke="var(--line-strong)" strokeWidth="4" />
        <path
          d="M416 268h34l14-84h48l10-58h68"
          fill="none"
          stroke="var(--ink)"
          strokeWidth="6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </Sheet>
      <path d="M604 318 672 392" stroke="var(--ink)" strokeWidth="18" strokeLinecap="round" />
      <circle cx="548" cy="258" r="76" fill="var(--tint-soft)" stroke="var(--ink)" strokeWidth="11" />
      <path
        d="M496 332H530L544 248H592"
        fill="none"
        stroke="var(--tint)"
        strokeWidth="10"
        strokeLinecap="round"
        strokeLinejoin="round"
        transform="translate(4 -32)"
      />
    </Scene>
  )
}

/** A motorcycle, a compact van and a large van, and how full each one is. */
export function Vehicles() {
  return (
    <Scene tint="violet">
      <path
        d="M0 400V196h60v-46h70v46h60v-76h80v126h60v-60h70v40h60v-110h90v76h60v-30h80v60h70v-40h60V400z"
        fill="var(--tint-faint)"
      />
      <path d="M0 400H800" stroke="var(--tint-mid)" strokeWidth="6" />
      <g transform="translate(128 400)">
        <rect x="-62" y="-128" width="66" height="58" rx="10" fill="var(--tint)" />
        <path
          d="M-52-62H6l30-4 18-54h22"
          fill="none"
          stroke="var(--ink)"
          strokeWidth="9"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path d="M-56-62h66l12 30h-58z" fill="var(--tint-mid)" />
        <path d="M46-98 68-28" stroke="var(--ink)" strokeWidth="8" strokeLinecap="round" />
        <g fill="var(--ink)" stroke="var(--tint-soft)" strokeWidth="6">
          <circle cx="-52" cy="-26" r="26" />
          <circle cx="68" cy="-26" r="26" />
        </g>
      </g>
      <Van at={[346, 400]} size={0.92} />
      <Van at={[622, 400]} size={1.36} />
      {(
        [
          [66, 124, 1],
          [276, 124, 0.42],
          [530, 184, 0.12],
        ] as const
      ).map(([x, width, share]) => (
        <g key={x}>
          <rect x={x} y="438" width={width} height="18" rx="9" fill="var(--surface)" />
          <rect x={x} y="438" width={Math.max(18, width * share)} height="18" rx="9" fill="var(--tint)" />
        </g>
      ))}
    </Scene>
  )
}

/** The city at sunset under a crescent moon, and the clock everyone is watching. */
export function Ramadan() {
  return (
    <Scene tint="violet">
      <circle cx="212" cy="300" r="150" fill="var(--tint-faint)" />
      <circle cx="212" cy="300" r="96" fill="var(--warning-ink)" opacity="0.3" />
      <path d="M604 54a76 76 0 1 0 66 114 60 60 0 1 1-66-114z" fill="var(--tint)" />
      {(
        [
          [482, 84],
          [716, 66],
          [430, 176],
          [540, 206],
          [318, 66],
        ] as const
      ).map(([x, y]) => (
        <path key={x} d={`M${x} ${y - 11}l3 8 8 3-8 3-3 8-3-8-8-3 8-3z`} fill="var(--tint-mid)" />
      ))}
      <path
        d="M0 410V300h70v-50h54v80h46v-120h64v150h50v-70h36c0-44 30-70 66-84 36 14 66 40 66 84h36v50h60V220h58v120h64v-50h66v80h120v40z"
        fill="var(--tint-mid)"
      />
      <path
        d="M382 206v-28M382 178a8 8 0 1 1 .1 0"
        stroke="var(--tint)"
        strokeWidth="6"
        fill="none"
        strokeLinecap="round"
      />
      <rect y="404" width="800" height="96" fill="var(--tint)" opacity="0.88" />
      <path d="M20 452H780" stroke="var(--tint-soft)" strokeWidth="6" strokeDasharray="34 26" />
      <Van at={[250, 436]} size={0.76} />
      <Clock at={[636, 330]} size={0.84} hour={6} minute={15} />
    </Scene>
  )
}

/** A database, its copy on another machine, and a restored one. */
export function Backup() {
  return (
    <Scene tint="brand">
      <path
        d="M270 250H352M456 250H538"
        stroke="var(--tint)"
        strokeWidth="8"
        strokeDasharray="2 15"
        strokeLinecap="round"
      />
      <path
        d="M340 234l18 16-18 16M526 234l18 16-18 16"
        fill="none"
        stroke="var(--tint)"
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Disks x={170} isSolid />
      <Sheet box={[366, 190, 84, 114]}>
        <path d="M0 18A18 18 0 0 1 18 0h38l28 28v68a18 18 0 0 1-18 18H18A18 18 0 0 1 0 96z" fill="var(--surface)" />
        <path d="M56 0l28 28H62a6 6 0 0 1-6-6z" fill="var(--tint-mid)" />
        <rect x="16" y="50" width="52" height="10" rx="5" fill="var(--tint-mid)" />
        <rect x="16" y="70" width="38" height="10" rx="5" fill="var(--tint-soft)" />
      </Sheet>
      <Disks x={636} />
      <Tick at={[716, 364]} size={1.35} />
      <path d="M60 432H740" stroke="var(--tint-mid)" strokeWidth="6" strokeLinecap="round" />
      {[100, 166, 232, 298, 364, 430, 496, 562, 628, 694].map((x) => (
        <circle key={x} cx={x} cy="432" r="10" fill="var(--tint-soft)" stroke="var(--tint)" strokeWidth="5" />
      ))}
    </Scene>
  )
}

function Disks({ x, isSolid = false }: { x: number; isSolid?: boolean }) {
  const look = isSolid
    ? { fill: 'var(--tint)', stroke: 'var(--tint-soft)' }
    : { fill: 'var(--surface)', stroke: 'var(--tint)' }
  return (
    <g transform={`translate(${x} 0)`} strokeWidth="6" {...look}>
      {[316, 236, 156].map((y) => (
        <path key={y} d={`M-84 ${y}v52c0 17 38 30 84 30s84-13 84-30V${y}z`} />
      ))}
      <ellipse cy="156" rx="84" ry="30" />
      {[216, 296, 376].map((y) => (
        <circle key={y} cx="-52" cy={y - 4} r="5" fill={isSolid ? 'var(--tint-soft)' : 'var(--tint)'} stroke="none" />
      ))}
    </g>
  )
}

/** An electric van, a crate of vegetables and bars going down. */
export function GreenFleet() {
  return (
    <Scene tint="success">
      <circle cx="640" cy="150" r="190" fill="var(--tint-faint)" />
      <path d="M0 420H800" stroke="var(--tint-mid)" strokeWidth="6" />
      {(
        [
          [500, 250],
          [560, 196],
          [620, 148],
          [680, 100],
        ] as const
      ).map(([x, height], bar) => (
        <rect
          key={x}
          x={x}
          y={420 - height}
          width="42"
          height={height}
          rx="10"
          fill={bar === 3 ? 'var(--tint)' : 'var(--tint-mid)'}
        />
      ))}
      <path
        d="M508 128 590 180 640 228 706 284"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeDasharray="2 13"
      />
      <Van at={[186, 420]} size={1.2}>
        <path d="M-30-108-52-72h22l-8 30 34-42h-22l10-24z" fill="var(--tint)" />
      </Van>
      <g transform="translate(398 420)">
        <path
          d="M-44-74h100L50 0h-88z"
          fill="var(--surface)"
          stroke="var(--tint)"
          strokeWidth="5"
          strokeLinejoin="round"
        />
        <path d="M-42-50h96M-40-24h92" stroke="var(--tint-mid)" strokeWidth="6" />
        <circle cx="-20" cy="-88" r="19" fill="var(--tint-mid)" />
        <circle cx="18" cy="-92" r="22" fill="var(--tint)" />
        <path d="M18-114c2-12 8-18 18-20" fill="none" stroke="var(--tint)" strokeWidth="5" strokeLinecap="round" />
      </g>
      <path d="M300 96c70-40 130-30 150-20 4 22 2 84-66 112-44 18-74-4-84-20 2-30 50-62 104-66" fill="var(--tint)" />
      <path
        d="M286 196c30-46 76-80 120-94"
        fill="none"
        stroke="var(--tint-soft)"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </Scene>
  )
}
