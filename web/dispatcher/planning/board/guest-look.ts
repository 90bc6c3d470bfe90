import { cx } from '#web/ui/cx.ts'

const docked = 'max-h-full bg-surface shadow-card'
const floating =
  'fixed inset-x-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-40 max-h-[62dvh] bg-raised shadow-raised md:right-6 md:bottom-4 md:left-auto md:max-h-[calc(100dvh-11rem)] md:w-[26rem]'

/** How a guest of the panes looks: beside the map where there is room, and a sheet at the bottom on phones. */
export const guestLook = (isDocked: boolean) => cx('rounded-xl border', isDocked ? docked : floating)
