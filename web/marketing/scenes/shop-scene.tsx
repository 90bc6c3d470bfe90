import { Road, Scene, SceneCard, Stop, Tick, Words } from './scene-parts.tsx'

type ShopSceneProps = {
  /** The shop's URL, shown in the browser window. */
  address: string
  /** Its newest order numbers, in the platform's format. */
  orders: readonly [string, string, string]
  /** The platform's color token. */
  tone: 'success' | 'violet' | 'info'
}

const towns = ['Menteng', 'Kemang', 'Tebet']

/** Orders in a shop window turn into the stops of a route. */
export function ShopScene({ address, orders, tone }: ShopSceneProps) {
  const color = `var(--${tone}-ink)`
  return (
    <Scene>
      <Road
        path="M120 250V318C120 352 140 352 168 352H238C280 352 270 306 306 306H378C408 306 414 330 414 372"
        color={color}
      />
      <SceneCard x={40} y={36} width={330} height={230}>
        <path d="M0 46H330" stroke="var(--line-strong)" />
        {[24, 42, 60].map((x) => (
          <circle key={x} cx={x} cy="23" r="5.5" fill="var(--line-strong)" />
        ))}
        <rect x="82" y="10" width="228" height="26" rx="13" fill="var(--sunken)" />
        <Words x={98} y={28} size={14} fill="var(--ink-muted)">
          {address}
        </Words>
        {orders.map((order, row) => (
          <g key={order} transform={`translate(22 ${66 + row * 54})`}>
            <rect width="38" height="38" rx="10" fill={`var(--${tone}-soft)`} />
            <path
              d="M10 15h18l-1.5 13h-15ZM14.5 15v-2a4.5 4.5 0 0 1 9 0v2"
              fill="none"
              stroke={color}
              strokeWidth="2.4"
              strokeLinejoin="round"
            />
            <Words x={54} y={16} weight={650}>
              {order}
            </Words>
            <Words x={54} y={35} size={14} fill="var(--ink-muted)">
              {towns[row]!}
            </Words>
            <rect x="188" y="4" width="98" height="30" rx="15" fill="var(--neutral-soft)" />
            <Words x={237} y={24} size={14} weight={600} anchor="middle">
              {row === 0 ? 'Fulfilled' : 'Paid'}
            </Words>
          </g>
        ))}
      </SceneCard>
      <Stop x={120} y={318} number={1} color={color} />
      <Stop x={214} y={352} number={2} color={color} />
      <Stop x={330} y={306} number={3} color={color} />
      <SceneCard x={306} y={346} width={182} height={66}>
        <Tick x={32} y={33} r={15} />
        <Words x={58} y={29} weight={650}>
          Delivered
        </Words>
        <Words x={58} y={49} size={14} fill="var(--ink-muted)">
          {`${orders[0]}, 10:24`}
        </Words>
      </SceneCard>
    </Scene>
  )
}
