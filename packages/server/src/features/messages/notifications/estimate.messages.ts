import { lastFour } from '@coopline/rules/kernel/digits'
import type { Language } from '@coopline/rules/kernel/problem'
import { outageClock } from '@coopline/rules/service/outage-display/outage-clock'
import type { NoticeText } from '../../../platform/notices/notify-account.ts'
import { seeOutageLines } from './topic.messages.ts'

export interface EstimateFacts {
  readonly accountNumber: string
  readonly estimate: Date
  /** The previous estimate; `null` when there was none. */
  readonly earlier: Date | null
  readonly timeZone: string
  readonly now: Date
  readonly coopName: string
  /** The address of the page with the details. */
  readonly address: string
}

const texts = {
  en: {
    subject: 'New estimate for your power outage',
    line: (account: string, time: string) =>
      `Power at your service address (account ending in ${account}) should be back by ${time}.`,
    earlier: (time: string) => `The earlier estimate was ${time}.`,
    open: 'View your account',
  },
  es: {
    subject: 'Nueva estimación de su corte de luz',
    line: (account: string, time: string) =>
      `La luz en la dirección del servicio (cuenta que termina en ${account}) debe regresar a más tardar a esta hora: ${time}`,
    earlier: (time: string) => `La estimación anterior era: ${time}`,
    open: 'Vea su cuenta',
  },
} as const satisfies Record<Language, object>

/** The notice that the restoration estimate of an account changed. @param taskLink shows the outage without a sign-in. */
export function estimateNotice(facts: EstimateFacts, language: Language, taskLink?: string): NoticeText {
  const text = texts[language]
  const clock = (instant: Date) => outageClock(instant, { ...facts, language })
  const current = text.line(lastFour(facts.accountNumber), clock(facts.estimate))
  const line = [current, ...(facts.earlier === null ? [] : [text.earlier(clock(facts.earlier))])].join(' ')
  return {
    subject: text.subject,
    bodyText: [
      line,
      '',
      ...(taskLink === undefined ? [] : seeOutageLines(taskLink, language)),
      `${text.open}: ${facts.address}`,
      '',
      facts.coopName,
      '',
    ].join('\n'),
    // Without the earlier estimate, for which the longest link leaves no room.
    text: `${current} ${taskLink ?? facts.address}`,
  }
}
