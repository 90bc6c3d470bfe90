// npm run doctor: checks every setting and every part, and says per line what is right, what is wrong, and the fix.
import { checkCertificate } from './doctor/certificate.ts'
import { checkDatabase } from './doctor/database.ts'
import { checkBackups, checkObjects } from './doctor/kept.ts'
import { linesOf, summaryOf, type Finding } from './doctor/finding.ts'
import { checkMailIn } from './doctor/mail-in.ts'
import { checkDisk, checkMachine } from './doctor/machine.ts'
import { checkGeocoder, checkMail, checkProviders, checkRouting, checkSms, checkTiles } from './doctor/outside.ts'
import { checkAddress } from './doctor/public-address.ts'
import { checkSettings } from './doctor/settings.ts'

const { findings, config } = checkSettings(process.env)
const all: Finding[] = []
const show = (found: Finding[]) => {
  all.push(...found)
  for (const finding of found) console.log(linesOf(finding).join('\n'))
}

show(findings)
show(checkMachine())
show(await checkDisk(config))
show(await checkDatabase(config))
// They wait for others, so they wait together, and are shown in this order.
const parts = [
  checkObjects,
  checkBackups,
  checkMail,
  checkMailIn,
  checkSms,
  checkGeocoder,
  checkRouting,
  checkTiles,
  checkProviders,
  checkCertificate,
  checkAddress,
]
const waiting = parts.map((check) => check(config))
for (const found of waiting) show(await found)
console.log(`\n${summaryOf(all)}`)
process.exitCode = all.some(({ state }) => state === 'wrong') ? 1 : 0
