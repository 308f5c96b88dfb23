import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { screen } from '@testing-library/react'
import type { DraftAccount, SettingsAnswer } from '../features/paying/drafts/draft-reads.ts'
import type { Answers } from './answers.ts'
import { aSite } from './a-site.ts'
import { renderPortal } from './render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from './sign-in-answers.ts'
import { theirAccount } from './their-account.ts'

const optionsLine = 'GET /v3/members/M1001/draft-options'

export const [draftsLine, settingsLine, banksLine, updateLine] = [
  'GET /v3/members/M1001/drafts',
  'GET /v3/members/M1001/payment-settings',
  'GET /v3/members/M1001/financial-institutions',
  'POST /v3/members/M1001/drafts',
] as const

export const anAccount = (changes: Partial<DraftAccount> = {}): DraftAccount => ({
  accountNumber: '100100101',
  serviceAddress: '412 Cedar Street, Eau Claire, WI 54701',
  accountType: 'Electric',
  pastDueAmount: cents(0),
  autopayExists: 'N',
  ccEligible: 'Y',
  noMoreChecks: 'N',
  eligibleDraftDate: null,
  allowBeforeBilledDay: null,
  allowAfterBilledDay: null,
  draft: null,
  ...changes,
})

export const drafted = anAccount({
  accountNumber: '100100102',
  accountType: 'Water',
  draft: {
    draftAccountType: 'Checking',
    draftAccountNumberMasked: '****4417',
    financialInstitutionName: 'Cedar Valley Bank',
    draftType: 'DAY_OF_MONTH',
    draftDay: 15,
    convenienceFee: null,
  },
})

const settings: SettingsAnswer = {
  allowVisa: 'Y',
  allowMaster: 'Y',
  allowAmex: 'Y',
  allowDiscover: 'Y',
  defaultDraftType: 'BANK',
  blockPastDueDrafts: 'N',
  maxDaysAfterBilling: 20,
  bankDraftByFile: 'Y',
  offered: ['CREDIT', 'BANK'],
  convenienceFees: { cc: feeOption('percent', '2.95'), echeck: feeOption('flat', '0') },
  today: calendarDate('2026-11-22'),
}

export const options = ['WHEN_BILLED', 'END_OF_MONTH', 'DAY_OF_MONTH', 'DAYS_AFTER_BILLING'].map(
  (draftType, index) => ({
    draftType,
    display: draftType.toLowerCase().replaceAll('_', ' '),
    isDefault: index === 0,
  }),
)

export interface OpenOptions {
  readonly path?: string
  readonly accounts?: readonly DraftAccount[]
  readonly answers?: Answers
  readonly configuration?: Partial<ReturnType<typeof aSite>['configuration']>
  readonly settings?: Partial<SettingsAnswer>
  readonly language?: 'en' | 'es'
}

export async function open(given: OpenOptions = {}) {
  const { path = '/draft-payments', accounts = [anAccount(), drafted], answers = {}, configuration = {} } = given
  const site = aSite()
  const opened = await renderPortal({
    path,
    language: given.language ?? 'en',
    site: aSite({ configuration: { ...site.configuration, allowBankDraft: true, ...configuration } }),
    session: storedMember,
    visits: ['/login'],
    answers: {
      [accountsLine]: theirAccounts(theirAccount.toListed(), theirAccount.toListed({ accountNumber: '100100102' })),
      [draftsLine]: { results: accounts },
      [optionsLine]: { results: options },
      [settingsLine]: { ...settings, ...given.settings },
      [banksLine]: { results: [{ routingNumber: '091809003', name: 'CEDAR VALLEY BANK' }] },
      [updateLine]: { message: 'Your draft information has been updated.' },
      ...answers,
    },
  })
  const sent = (line: string) => opened.calls.filter((call) => call.line === line)
  const bodies = () =>
    sent(updateLine).map(
      ({ init }) => JSON.parse(typeof init.body === 'string' ? init.body : '') as Record<string, unknown>,
    )
  return { ...opened, sent, bodies }
}

export const tab = async (name: string) => screen.findByRole('tab', { name })
export const submitButton = async () => screen.findByRole('button', { name: 'Set up draft' })
export const box = async (name: RegExp | string) => screen.findByRole('checkbox', { name })
export const field = async (name: RegExp | string) => screen.findByLabelText(name)

/** The set-up tab with the first account selected. */
export async function openSetUp(given: OpenOptions = {}) {
  const opened = await open(given)
  await opened.user.click(await tab('Setup New Draft'))
  return opened
}
