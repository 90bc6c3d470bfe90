import type { Doubt, NearDriver } from '#domain/schema/near-driver.ts'
import { formatDuration } from '#web/lib/format.ts'

/** What speaks against a driver, in a few words. */
export function doubtWords(doubt: Doubt, driver: Pick<NearDriver, 'missing_skills' | 'age_seconds'>): string {
  const words: Record<Doubt, string> = {
    missing_skills: `Lacks ${driver.missing_skills.join(', ')}`,
    over_capacity: 'No room',
    temperature: 'Cannot keep the temperature',
    shift_ends: 'Shift ends before',
    on_break: 'On break',
    old_position: `Position ${formatDuration(driver.age_seconds)} old`,
  }
  return words[doubt]
}
