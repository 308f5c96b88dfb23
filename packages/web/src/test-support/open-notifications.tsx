import type { Contact } from '@coopline/contract/messages/notifications/notifications.contract'
import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { loadTexts } from '../portal/text/text-store.ts'
import type { Answers } from './answers.ts'
import { aSite } from './a-site.ts'
import {
  aLoginAddress,
  alertsLine,
  choicesLine,
  contactsLine,
  someAlerts,
  someChoices,
} from './notification-answers.ts'
import { renderPortal } from './render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from './sign-in-answers.ts'

/** A cooperative that lets members choose their messages. */
export const notifyingSite = (configuration: Partial<SiteStart['configuration']> = {}) =>
  aSite({
    features: ['Notifications', 'Outage'],
    configuration: { allowSubscribeForNotification: true, ...configuration },
  })

interface Options {
  readonly path?: string
  readonly site?: SiteStart
  readonly language?: Language
  readonly contacts?: readonly Contact[]
  readonly session?: typeof storedMember
}

/** The page of notifications, or another of the slice, of a member with one account and these contacts besides the login's. */
export async function openNotifications(answers: Answers = {}, options: Options = {}) {
  const { path = '/manage-notifications', site = notifyingSite(), contacts = [], language = 'en' } = options
  const changeable: Record<string, unknown> = {
    [accountsLine]: theirAccounts(),
    [contactsLine]: { contacts: [aLoginAddress, ...contacts], textOffered: true },
    [choicesLine('GET')]: someChoices(...contacts),
    [alertsLine('GET')]: someAlerts(),
    ...answers,
  }
  await loadTexts(language, 'notifications')
  await loadTexts(language, 'insights')
  const { user, calls, address, goBack } = await renderPortal({
    path,
    site,
    language,
    session: options.session ?? storedMember,
    answers: changeable,
    visits: ['/accountoverview', '/manage-notifications', '/home'],
  })
  return {
    user,
    answers: changeable,
    address,
    goBack,
    sent: (line: string) => calls.filter((call) => call.line === line),
  }
}
