import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@coopline/contract/paths'
import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { buildTextMessage, countTextParts, mostTextParts } from '@coopline/rules/messages/notifications/text-parts'
import { storedMethodName } from '@coopline/rules/paying/stored-method/stored-method.messages'
import type { PrepaidEvent } from '@coopline/rules/messages/notifications/prepaid'
import { type TopicWord, topicWords } from '@coopline/rules/messages/notifications/topics'
import { expect, test } from 'vitest'
import { arrangementMadeText } from './features/paying/arrangements/arrangement-notice.messages.ts'
import { type AutopayNotice, autopayNoticeText } from './features/paying/auto-pay/autopay-notice.messages.ts'
import { type HeldDraftKind, heldDraftText } from './features/paying/runs/held-draft.messages.ts'
import { type DraftNoticeKind, draftNoticeText } from './features/paying/drafts/draft-notice.messages.ts'
import { type AlertCause, alertNotice } from './features/usage/insights/usage-alert.messages.ts'
import { estimateNotice } from './features/messages/notifications/estimate.messages.ts'
import { helpAnswer, startAnswer, stopAnswer } from './features/messages/notifications/reply.messages.ts'
import { prepaidNotice } from './features/messages/notifications/prepaid.messages.ts'
import { type AccountEvent, accountNotice } from './features/messages/notifications/topic.messages.ts'
import { outageTexts } from './features/service/outage/outage-text.messages.ts'
import { expiringCardText } from './features/paying/payment-profile/expiring-card.messages.ts'
import { failedMail } from './features/paying/payments/notices/failed-payment.messages.ts'
import { guestPaymentMail } from './features/paying/payments/notices/guest-payment.messages.ts'
import { type Receipt, receiptMail } from './features/paying/payments/notices/receipt.messages.ts'
import { notMadeText } from './features/paying/scheduled-payments/scheduled-notice.messages.ts'
import { type SecurityEvent, securityText } from './features/identity/sign-in/security-mail.messages.ts'
import { textFooter } from './platform/notices/notice-frame.messages.ts'
import { codeMessage } from './platform/verification-code/code.messages.ts'

const coopName = 'Northern Wisconsin Valley Electric Power Cooperative Association'
const origin = 'https://myaccount.northern-wisconsin-valley.coop'
const token = 'A'.repeat(32)
const at = (path: string) => origin + path
const accountNumber = '123456789012'
const [amount, fee] = [cents(1_234_567), cents(1_295)]
const day = calendarDate('2026-12-28')
const now = new Date('2026-11-20T15:00:00Z')
const later = new Date('2026-12-28T17:59:00Z')
const method = (language: Language) =>
  storedMethodName({ paymentType: 'cc', cardType: 'AX', lastFour: '1111', expiry: null }, language)

/** Every text of a notice with long names and figures, and the word that ends it. */
const notices: Readonly<Record<string, (language: Language) => readonly (readonly [TopicWord, string])[]>> = {
  accountNotice: (language) => {
    const events: { readonly [topic in AccountEvent['topic']]: Extract<AccountEvent, { topic: topic }> } = {
      'bill-ready': { topic: 'bill-ready', amount, dueDate: day },
      'due-soon': { topic: 'due-soon', amount, dueDate: day },
      'past-due': { topic: 'past-due', amount },
      outage: { topic: 'outage' },
      restored: { topic: 'restored' },
    }
    const credit: AccountEvent = { ...events['bill-ready'], amount: cents(-1_234_567) }
    return [...Object.values(events), credit].map((event) => {
      const isPower = event.topic === 'outage' || event.topic === 'restored'
      const facts = {
        accountNumber,
        coopName,
        address: at(paths.accountOverview()),
        taskLink: at(paths.seeOutage({ token })),
      }
      return [isPower ? 'power' : 'bill', accountNotice(event, facts, language).text]
    })
  },
  prepaidNotice: (language) => {
    const facts = {
      accountNumber,
      coopName,
      payAddress: at(paths.payMultiple()),
      chooseAddress: '',
    }
    const balance = amount
    const events: readonly PrepaidEvent[] = [
      { topic: 'prepaid-low', balance, daysLeft: 0 },
      { topic: 'prepaid-low', balance, daysLeft: 60 },
      { topic: 'prepaid-low', balance: cents(-1_234_567), daysLeft: 0 },
      { topic: 'disconnect-pending', balance, on: day },
      { topic: 'disconnect-pending', balance, on: null },
      { topic: 'reconnected', balance, daysLeft: 60 },
    ]
    return events.map((event) => ['prepaid', prepaidNotice(event, facts, language).text])
  },
  estimateNotice: (language) => {
    const facts = {
      accountNumber,
      estimate: later,
      earlier: later,
      timeZone: 'America/Chicago',
      now,
      coopName,
      address: '',
    }
    return [['power', estimateNotice(facts, language, at(paths.seeOutage({ token }))).text]]
  },
  alertNotice: (language) => {
    const causes: { readonly [kind in AlertCause['kind']]: Extract<AlertCause, { kind: kind }> } = {
      'daily-usage': { kind: 'daily-usage', day, used: 12_345_678, limitKwh: 10_000 },
      'projected-bill': { kind: 'projected-bill', from: day, amount, low: amount, high: amount, limit: amount },
      'continuous-water': { kind: 'continuous-water', since: day },
      'base-load': { kind: 'base-load', since: day },
    }
    const facts = { accountNumber, coopName, address: at(paths.manageNotifications({ accountno: accountNumber })) }
    return Object.values(causes).map((cause) => ['usage', alertNotice(cause, facts, language).text])
  },
  arrangementMadeText: (language) => {
    const payments = Array.from({ length: 12 }, () => ({ amount, dueOn: day }))
    const facts = {
      accountNumber,
      payments,
      scheduled: 12,
      convenienceFee: fee,
      coopName,
      address: at('/view-arrangements'),
    }
    return [['bill', arrangementMadeText(facts, language).text]]
  },
  autopayNoticeText: (language) => {
    const changes = paths.autoPay()
    const pay = paths.payMultiple({ accountno: accountNumber })
    const pathOf = {
      enrolled: changes,
      changed: changes,
      paused: changes,
      canceled: changes,
      coming: paths.stopAutoPay({ token }),
      'above-limit': pay,
      waiting: pay,
      'not-charged': pay,
    }
    const own = method(language)
    const kinds: { readonly [kind in AutopayNotice['kind']]: readonly AutopayNotice[] } = {
      enrolled: [{ kind: 'enrolled', method: own }],
      changed: [{ kind: 'changed', method: own }],
      paused: [{ kind: 'paused', method: own }],
      canceled: [{ kind: 'canceled', method: own }],
      coming: [{ kind: 'coming', amount, fee, chargeOn: day, method: own }],
      'above-limit': [{ kind: 'above-limit', amount, limit: amount, dueDate: day }],
      waiting: [{ kind: 'waiting', dueDate: day }],
      'not-charged': [
        'payment-open' as const,
        'late' as const,
        'prepaid' as const,
        'draft' as const,
        'method-refused' as const,
        { sentence: 'x'.repeat(150) },
      ].map((reason) => ({ kind: 'not-charged', dueDate: day, reason })),
    }
    return Object.values(kinds)
      .flat()
      .map((notice) => {
        const path = pathOf[notice.kind]
        return [
          'draft',
          autopayNoticeText(notice, { accountEnding: '9012', coopName, address: at(path) }, language).text,
        ]
      })
  },
  draftNoticeText: (language) => {
    const kinds: Record<DraftNoticeKind, true> = { 'set-up': true, removed: true, stopped: true, corrected: true }
    const facts = {
      accountNumber,
      fee: feeOption('percent', '2.95'),
      coopName,
      address: at('/billpayments/draft-payments'),
    }
    return (Object.keys(kinds) as DraftNoticeKind[]).map((kind) => [
      'draft',
      draftNoticeText(kind, facts, language).text,
    ])
  },
  heldDraftText: (language) => {
    const kinds: Record<HeldDraftKind, 'draft' | 'payment'> = {
      waiting: 'draft',
      missed: 'payment',
      'missed-while-open': 'payment',
    }
    const address = at(paths.payMultiple({ accountno: accountNumber }))
    const facts = { accountEnding: '9012', dueDate: day, coopName, address }
    return (Object.entries(kinds) as [HeldDraftKind, 'draft' | 'payment'][]).map(([kind, word]) => [
      word,
      heldDraftText(kind, facts, language).text,
    ])
  },
  expiringCardText: (language) => [
    [
      'payment',
      expiringCardText(
        {
          card: method(language),
          lastDay: day,
          coopName,
          address: at('/billpayments/payment-profile'),
          canStore: true,
        },
        language,
      ).text,
    ],
  ],
  failedMail: (language) =>
    (['declined', 'rejected', 'to-confirm', { takenAgainOn: day }] as const).map((reason) => {
      const facts = { reason, amount: '$12,345.67', accountEnding: '9012', accounts: 1, utilityName: coopName }
      const address = at(paths.payMultiple(reason === 'to-confirm' ? { confirm: 'T7K2M9QXPR4WZ3HNB' } : {}))
      return ['payment', failedMail({ ...facts, address }, language).text]
    }),
  guestPaymentMail: (language) =>
    (['payment', 'refund', 'return', 'reinstatement'] as const).flatMap((kind) => {
      const who = `${'a'.repeat(30)}@northern-valley.example.org`
      const facts = { kind, who, amount: '$12,345.67', accountEnding: '9012', fee: '$12.95', utilityName: coopName }
      return [null, '$98,765.43'].map(
        (whole) => ['payment', guestPaymentMail({ ...facts, whole, address: '' }, language).text] as const,
      )
    }),
  receiptMail: (language) =>
    (['payment', 'refund', 'return', 'reinstatement'] as const).flatMap((kind) => {
      const receipt = {
        kind,
        total: amount,
        whole: amount,
        items: [],
        returnFee: fee,
        convenienceFee: fee,
        paymentType: 'cc',
        day,
      } as never as Receipt
      return [receipt, { ...receipt, whole: cents(9_876_543) }].map(
        (one) => ['payment', `${receiptMail(one, language).subject}.`] as const,
      )
    }),
  notMadeText: (language) => [
    [
      'payment',
      notMadeText(
        {
          amount: '$12,345.67',
          paymentDate: day,
          sentence: 'x'.repeat(150),
          coopName,
          address: at(paths.payMultiple({ accountno: accountNumber })),
        },
        language,
      ).text,
    ],
  ],
  securityText: (language) => {
    const kinds: Record<SecurityEvent, true> = {
      'password-changed': true,
      'password-reset': true,
      'username-changed': true,
      'email-changed': true,
      'app-added': true,
      'app-removed': true,
      'recovery-codes-made': true,
      'recovery-code-used': true,
      'passkey-added': true,
      'passkey-removed': true,
      'passkey-confirmed': true,
      'phones-changed': true,
      'session-stolen': true,
      'login-locked': true,
      'login-disabled': true,
      'contact-added': true,
      'contact-changed': true,
      'contact-removed': true,
      'payment-method-added': true,
      'payment-method-removed': true,
      'payment-method-refused': true,
      'payment-method-gone': true,
      'app-connected': true,
      'access-token-made': true,
      'copied-token-used': true,
      'access-invited': true,
      'access-accepted': true,
      'access-may-pay': true,
      'access-ended': true,
      'service-requested': true,
    }
    return (Object.keys(kinds) as SecurityEvent[]).map((kind) => ['login', securityText(kind, language)])
  },
}

/** Every answer to a text message and every code, which have no word at their end. */
const answers: Readonly<Record<string, (language: Language) => readonly string[]>> = {
  helpAnswer: (language) => {
    const facts = { phone: '(715) 555-0100', address: at(paths.manageNotifications()) }
    return [`${helpAnswer(facts, language)} ${outageTexts(language).help}`]
  },
  startAnswer: (language) => [startAnswer(language)],
  stopAnswer: (language) => [null, ...topicWords].map((word) => stopAnswer(word, language)),
  outageTexts: (language) => {
    const text = outageTexts(language)
    const time = '12/28/2026, 11:59 AM'
    const ending = '123456789012'
    const call = text.call('(715) 555-0100')
    const sentences = [
      text.reported(ending),
      ...[text.estimate(time), text.late(time), text.noEstimate].map((rest) => text.known(ending, rest)),
      text.on(ending),
      text.waiting(ending, time),
      text.choose('STATUS', `${Array.from({ length: 8 }, () => '123456').join(', ')}, ...`),
      text.refused(ending) + call,
      text.none + call,
      text.unknown + call,
      text.help + call,
    ]
    return sentences
  },
  codeMessage: (language) =>
    (['registration', 'contact', 'shared-access'] as const).map((opens) => {
      const { bodyText } = codeMessage({ channel: 'text', code: '123456', coopName: '', minutes: 120, opens }, language)
      return bodyText.slice(2)
    }),
}

/** Functions of these files whose texts are measured with another one, or that write emails and pages only. */
const otherFunctions = [
  'securityMail',
  'lockEndLine',
  'mailFooter',
  'arrangementEndedText',
  'seeOutageLines',
  'outageWord',
]
/** Files whose sentences are never sent in a text message. */
const withoutTexts = [
  'features/accounts/bills/bill-pdf/bill-pdf.messages.ts',
  'features/identity/credential-recovery/connected-things.messages.ts',
  'features/identity/credential-recovery/recovery-mail.messages.ts',
  'features/staff/member-support/resend.messages.ts',
  'features/paying/payments/request/request-payment.messages.ts',
  'features/identity/registration/registration-mail.messages.ts',
  'features/service/service-applications/link-mail.messages.ts',
  'features/identity/shared-access/shared-access-mail.messages.ts',
  'platform/http/problem.messages.ts',
]

/** The text as it leaves, with at least 24 letters of the cooperative's name. */
const parts = (text: string, ...end: readonly string[]) => countTextParts(buildTextMessage(coopName, text, ...end))

test('every text has two parts at most in both languages, with long names', () => {
  const long: string[] = []
  for (const language of ['en', 'es'] as const) {
    for (const [name, list] of Object.entries(notices))
      for (const [word, text] of list(language)) {
        const count = parts(text, textFooter(word, language))
        if (count > mostTextParts) long.push(`${name} ${language} ${count}: ${text}`)
      }
    for (const [name, list] of Object.entries(answers))
      for (const text of list(language)) if (parts(text) > mostTextParts) long.push(`${name} ${language}: ${text}`)
  }
  expect(long).toEqual([])
})

test('measures every function that writes sentences, or says that it writes no text message', () => {
  const measured = [...Object.keys(notices), ...Object.keys(answers), 'textFooter', ...otherFunctions]
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.messages.ts'),
  )
  const unknown = files
    .filter((file) => !withoutTexts.includes(file))
    .flatMap((file) =>
      Array.from(
        readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^export (?:const|function) (\w+)/gmu),
        ([, name = '']) => `${file} ${name}`,
      ),
    )
    .filter((name) => !measured.includes(name.split(' ')[1] ?? ''))
  expect(unknown).toEqual([])
})
