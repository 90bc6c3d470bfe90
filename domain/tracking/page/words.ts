import { formatMessage, type Catalog, type MessageValues } from '../../messages/format-message.ts'
import type { MessageLanguage } from '../../messages/languages.ts'
import type { PageText } from '../../messages/recipient/en/page.ts'
import type { FailureReason } from '../../failure-reasons.ts'
import { formatsIn } from './formats.ts'

/** How the tracking page says something in its language. Times are those of the workspace's zone. */
export type Words = ReturnType<typeof wordsIn>

type Texts = { page: Catalog<PageText>; reasons: Catalog<`reason.${FailureReason}`> }

export function wordsIn(language: MessageLanguage, { page, reasons }: Texts, timeZone: string) {
  return {
    ...formatsIn(language, timeZone),
    say: (name: PageText, values?: MessageValues) => formatMessage(page[name], language, values),
    reason: (reason: FailureReason) => reasons[`reason.${reason}`],
  }
}
