import { Road, Scene, SceneCard, Stop, Words } from './scene-parts.tsx'

const shops = [
  { y: 40, name: 'Shopify', orders: '24 orders', tone: 'success' },
  { y: 162, name: 'WooCommerce', orders: '11 orders', tone: 'violet' },
  { y: 284, name: 'Wix', orders: '7 orders', tone: 'info' },
] as const

/** Orders from three shops flow into one plan. */
export function ShopsScene() {
  return (
    <Scene>
      {shops.map((shop) => (
        <path
          key={shop.name}
          d={`M256 ${shop.y + 48}C312 ${shop.y + 48} 306 210 352 210`}
          fill="none"
          stroke={`var(--${shop.tone}-ink)`}
          strokeWidth="4"
          strokeDasharray="1 10"
          strokeLinecap="round"
        />
      ))}
      <Road path="M396 210V120C396 92 412 82 440 82" />
      <Road path="M396 210H470" />
      <Road path="M396 210V300C396 330 414 344 446 344" />
      <Stop x={396} y={132} number={1} />
      <Stop x={446} y={82} number={2} />
      <Stop x={470} y={210} number={1} />
      <Stop x={396} y={290} number={1} />
      <Stop x={450} y={344} number={2} />
      {shops.map((shop) => (
        <Shop key={shop.name} {...shop} />
      ))}
      <g transform="translate(380 210)">
        <rect
          x="-36"
          y="-36"
          width="72"
          height="72"
          rx="20"
          fill="var(--ink)"
          stroke="var(--map-casing)"
          strokeWidth="4"
        />
        <path
          d="M-14 14V-14M-14 2 12-14M-4-4 14 14"
          fill="none"
          stroke="var(--ground)"
          strokeWidth="6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </Scene>
  )
}

function Shop({ y, name, orders, tone }: (typeof shops)[number]) {
  return (
    <SceneCard x={36} y={y} width={222} height={98}>
      <rect x="20" y="27" width="44" height="44" rx="12" fill={`var(--${tone}-soft)`} />
      <path
        d="M30 43h24l-2 18H32ZM36 43v-3a6 6 0 0 1 12 0v3"
        fill="none"
        stroke={`var(--${tone}-ink)`}
        strokeWidth="2.8"
        strokeLinejoin="round"
      />
      <Words x={78} y={46} size={16} weight={650}>
        {name}
      </Words>
      <Words x={78} y={68} fill="var(--ink-muted)">
        {orders}
      </Words>
    </SceneCard>
  )
}
