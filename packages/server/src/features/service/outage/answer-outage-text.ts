import type { Language } from '@coopline/rules/kernel/problem'
import { outageClock } from '@coopline/rules/service/outage-display/outage-clock'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { reportHours } from './load-outage.ts'
import { findLastReport, listOutageAccounts, type OutageAccount } from './outage.store.ts'
import { outageTexts, outageWord } from './outage-text.messages.ts'
import { recordReport, refusalOf } from './record-report.ts'

type TextDeps = Pick<Deps, 'clock' | 'settings'>

/** A text message about an outage. */
export interface OutageText {
  readonly kind: 'out' | 'status'
  /** The last digits of the account number, or empty. */
  readonly ending: string
  /** The members who verified the phone number; none for an unknown number. */
  readonly memberNumbers: readonly string[]
  readonly language: Language
}

/** The answer to a text message, and the account whose outage it reports, if any. */
export interface OutageAnswer {
  readonly text: string
  readonly report: OutageAccount | null
}

const shortestEnding = 4
/** Account endings that a text message of two parts has room for. */
const mostEndings = 8

/** Answers OUT or STATUS from a phone number (REQ-D-388). Writes nothing. */
export async function answerOutageText(deps: TextDeps, tx: Tx, asked: OutageText): Promise<OutageAnswer> {
  const { kind, ending, memberNumbers, language } = asked
  const settings = deps.settings.current()
  const text = outageTexts(language)
  const call = settings.phoneNumber === '' ? '' : text.call(settings.phoneNumber)
  if (memberNumbers.length === 0) return { text: text.unknown + call, report: null }
  const listed = (await listOutageAccounts(tx, memberNumbers)).filter(
    ({ accountType }) => accountType === 'Electric' || !settings.hideNonElectricOutage,
  )
  const length = endingLength(listed)
  const endingOf = ({ accountNumber }: OutageAccount) => accountNumber.slice(-length)
  const chosen = listed.filter(
    ({ accountNumber }) => ending === '' || (ending.length >= shortestEnding && accountNumber.endsWith(ending)),
  )
  const [account] = chosen
  if (listed.length === 0) return { text: text.none + call, report: null }
  if (account === undefined || chosen.length > 1) {
    const endings = (chosen.length > 1 ? chosen : listed).map(endingOf)
    const listedEndings = endings.length > mostEndings ? [...endings.slice(0, mostEndings), '...'] : endings
    return { text: text.choose(outageWord(kind, language), listedEndings.join(', ')), report: null }
  }
  const clock = (instant: Date) =>
    outageClock(instant, { timeZone: settings.timeZone, language, now: deps.clock.now() })
  if (account.isOut)
    return { text: text.known(endingOf(account), expected(deps, account, language, clock)), report: null }
  if (kind === 'status')
    return { text: await statusOf(deps, tx, account, endingOf(account), language, clock), report: null }
  if (refusalOf(account, settings) !== null) return { text: text.refused(endingOf(account)) + call, report: null }
  return { text: text.reported(endingOf(account)), report: account }
}

/** The number of last digits that distinguish the accounts, at least four. */
function endingLength(accounts: readonly OutageAccount[]): number {
  for (let length = shortestEnding; length < 12; length += 1)
    if (new Set(accounts.map(({ accountNumber }) => accountNumber.slice(-length))).size === accounts.length)
      return length
  return 12
}

type Clock = (instant: Date) => string

function expected({ clock }: TextDeps, { restoredAt }: OutageAccount, language: Language, format: Clock): string {
  const text = outageTexts(language)
  if (restoredAt === null) return text.noEstimate
  return restoredAt < clock.now() ? text.late(format(restoredAt)) : text.estimate(format(restoredAt))
}

async function statusOf(
  { clock }: TextDeps,
  tx: Tx,
  { memberNumber, accountNumber }: OutageAccount,
  ending: string,
  language: Language,
  format: Clock,
): Promise<string> {
  const after = new Date(clock.now().getTime() - reportHours * 3_600_000)
  const reportedAt = await findLastReport(tx, memberNumber, accountNumber, after)
  const text = outageTexts(language)
  return reportedAt === undefined ? text.on(ending) : text.waiting(ending, format(reportedAt))
}

/** Records the outage that a text message reports. */
export async function recordTextReport(
  { clock, settings }: TextDeps,
  tx: Tx,
  account: OutageAccount,
  requestId: string,
): Promise<void> {
  const [problem] = settings.current().outageProblems
  const outageReason = problem?.description ?? ''
  const report = { outageReason, callBack: false, callbackNumber: '', remarks: '', outageReportOrigin: 'Text' }
  await recordReport(tx, account, report, { now: clock.now(), requestId })
}

/** The sentence about outages in the answer to HELP; empty without the feature Outage. */
export const outageHelp = ({ settings }: Pick<Deps, 'settings'>, language: Language): string =>
  settings.current().Outage ? ` ${outageTexts(language).help}` : ''

/** The answer to a message about power that is not understood: what to send, and whom to call. */
export function outageWhatToSend({ settings }: Pick<Deps, 'settings'>, language: Language): string {
  const { phoneNumber } = settings.current()
  const text = outageTexts(language)
  return text.help + (phoneNumber === '' ? '' : text.call(phoneNumber))
}
