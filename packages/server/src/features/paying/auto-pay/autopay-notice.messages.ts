import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { storedMethodMessage } from '@coopline/rules/paying/stored-method/stored-method.messages'
import type { NoticeText } from '../../../platform/notices/notify-account.ts'

export type AutopayNotice =
  | { readonly kind: 'enrolled' | 'changed' | 'paused' | 'canceled'; readonly method: string }
  | {
      readonly kind: 'coming'
      readonly amount: Cents
      readonly fee: Cents
      readonly chargeOn: CalendarDate
      readonly method: string
    }
  | { readonly kind: 'above-limit'; readonly amount: Cents; readonly limit: Cents; readonly dueDate: CalendarDate }
  | { readonly kind: 'waiting'; readonly dueDate: CalendarDate }
  | { readonly kind: 'not-charged'; readonly dueDate: CalendarDate; readonly reason: NotChargedReason }

/**
 * The reason why AutoPay did not charge: an open payment covered the bill too long, the run was too late, the account became prepaid or
 * has a draft, the bank refuses debits of the method, or the sentence of a rule.
 */
export type NotChargedReason =
  | 'payment-open'
  | 'late'
  | 'prepaid'
  | 'draft'
  | 'method-refused'
  | 'method-out-of-reach'
  | { readonly sentence: string }

interface NoticeFacts {
  readonly accountEnding: string
  readonly coopName: string
  readonly address: string
}

interface Words {
  readonly subject: string
  readonly line: string
  /** The text of the link. */
  readonly link: string
  /** The sentences of a text message, where the line is too long for one. */
  readonly text?: string
}

type Changes = Record<
  'enrolled' | 'changed' | 'paused' | 'canceled',
  { readonly subject: string; readonly line: (account: string, method: string) => string }
>

const englishChanges: Changes = {
  enrolled: {
    subject: 'AutoPay is set up',
    line: (account, method) => `AutoPay is set up for ${account} with ${method}.`,
  },
  changed: {
    subject: 'AutoPay was changed',
    line: (account, method) => `AutoPay for ${account} was changed. It uses ${method}.`,
  },
  paused: {
    subject: 'AutoPay is paused',
    line: (account) => `AutoPay for ${account} is paused. You now pay its bills yourself.`,
  },
  canceled: {
    subject: 'AutoPay was canceled',
    line: (account) => `AutoPay for ${account} was canceled. You now pay its bills yourself.`,
  },
}

const spanishChanges: Changes = {
  enrolled: {
    subject: 'El pago automático está configurado',
    line: (account, method) => `El pago automático de ${account} está configurado con ${method}.`,
  },
  changed: {
    subject: 'Cambió su pago automático',
    line: (account, method) => `Cambió el pago automático de ${account}. Usa ${method}.`,
  },
  paused: {
    subject: 'El pago automático está en pausa',
    line: (account) => `El pago automático de ${account} está en pausa. Ahora usted paga sus facturas.`,
  },
  canceled: {
    subject: 'Se canceló el pago automático',
    line: (account) => `Se canceló el pago automático de ${account}. Ahora usted paga sus facturas.`,
  },
}

const reasons = {
  en: {
    prepaid: 'Your account is now prepaid, and AutoPay does not charge prepaid accounts.',
    draft: '',
    'payment-open':
      'Another payment was in progress, so AutoPay did not charge you. If that payment did not go through, pay this bill now.',
    late: 'AutoPay could not run in time, and you were not charged. Pay this bill now.',
  },
  es: {
    prepaid: 'Su cuenta ahora es prepagada, y el pago automático no se usa en cuentas prepagadas.',
    draft: '',
    'payment-open':
      'Había otro pago en curso, por lo que el pago automático no le cobró. Si ese pago no se completó, pague esta factura ahora.',
    late: 'El pago automático no pudo procesarse a tiempo y no se le cobró nada. Pague esta factura ahora.',
  },
} as const satisfies Record<Language, object>

function sentenceOf(reason: NotChargedReason, language: Language): string {
  if (reason === 'method-refused' || reason === 'method-out-of-reach')
    return storedMethodMessage({ code: reason }, language)
  return typeof reason === 'string' ? reasons[language][reason] : reason.sentence
}

/** Writes the English words about a bill above the limit of AutoPay. */
const englishAboveLimit = (notice: Extract<AutopayNotice, { kind: 'above-limit' }>, account: string): Words => {
  return {
    subject: 'Your bill is above your AutoPay limit',
    line: `${formatUsd(notice.amount)} is due on ${formatUsDate(notice.dueDate)} for ${account}. This is above your AutoPay limit of ${formatUsd(notice.limit)}, so AutoPay will not pay it.`,
    link: 'Pay this bill',
    text: `${formatUsd(notice.amount)} is due on ${formatUsDate(notice.dueDate)} for ${account}. AutoPay will not pay it: your limit is ${formatUsd(notice.limit)}. Pay it:`,
  }
}

/** Writes the English words about a bill that waits for an open payment. */
const englishWaiting = (notice: Extract<AutopayNotice, { kind: 'waiting' }>, account: string): Words => {
  return {
    subject: 'AutoPay is waiting for another payment',
    line: `Another payment for ${account} is in progress, so AutoPay has not yet paid the bill that is due on ${formatUsDate(notice.dueDate)}. AutoPay will pay what is still due when that payment ends. If you do not know who started it, call us.`,
    link: 'See what is due',
    text: `Another payment for ${account} is in progress, so AutoPay has not yet paid the bill due ${formatUsDate(notice.dueDate)}. Not yours? Call us.`,
  }
}

/** Writes the English words about an upcoming charge. */
const englishComing = (notice: Extract<AutopayNotice, { kind: 'coming' }>, account: string, ending: string): Words => {
  const total = formatUsd(addCents(notice.amount, notice.fee))
  const fee = notice.fee > 0 ? ` This includes a fee of ${formatUsd(notice.fee)}.` : ''
  return {
    subject: `AutoPay will pay ${total} on ${formatUsDate(notice.chargeOn)}`,
    line: `AutoPay will charge ${total} to ${notice.method} on ${formatUsDate(notice.chargeOn)} for ${account}.${fee}`,
    link: 'Stop this payment',
    text: `AutoPay will charge ${total}${notice.fee > 0 ? ` (fee ${formatUsd(notice.fee)})` : ''} to ${notice.method} on ${formatUsDate(notice.chargeOn)}, account ending in ${ending}. Stop it:`,
  }
}

/** Writes the English words about a bill that AutoPay does not pay. */
const englishNotCharged = (notice: Extract<AutopayNotice, { kind: 'not-charged' }>, account: string): Words => {
  if (notice.reason === 'draft')
    return {
      subject: 'AutoPay will not pay your bill',
      line: `A draft is set up for ${account}. To avoid charging you twice, AutoPay will not pay the bill that is due on ${formatUsDate(notice.dueDate)}. If your draft does not pay this bill, pay it yourself.`,
      link: 'View your AutoPay',
      text: `A draft is set up for ${account}, so AutoPay will not pay the bill due ${formatUsDate(notice.dueDate)}.`,
    }
  return {
    subject: 'AutoPay could not pay your bill',
    line: `AutoPay could not pay the bill for ${account} that is due on ${formatUsDate(notice.dueDate)}. ${sentenceOf(notice.reason, 'en')}`.trim(),
    link: 'Pay this bill',
    text: `AutoPay could not pay the bill for ${account} that is due on ${formatUsDate(notice.dueDate)}. You were not charged. Pay this bill:`,
  }
}

const english = (notice: AutopayNotice, ending: string): Words => {
  const account = `your account ending in ${ending}`
  const see = 'View your AutoPay'
  switch (notice.kind) {
    case 'enrolled':
    case 'changed':
    case 'paused':
    case 'canceled': {
      const { subject, line } = englishChanges[notice.kind]
      return { subject, line: line(account, notice.method), link: see }
    }
    case 'coming':
      return englishComing(notice, account, ending)
    case 'above-limit':
      return englishAboveLimit(notice, account)
    case 'waiting':
      return englishWaiting(notice, account)
    case 'not-charged':
      break
  }
  return englishNotCharged(notice, account)
}

/** Writes the Spanish words about a bill above the limit of AutoPay. */
const spanishAboveLimit = (notice: Extract<AutopayNotice, { kind: 'above-limit' }>, account: string): Words => {
  return {
    subject: 'Su factura supera el límite de su pago automático',
    line: `${formatUsd(notice.amount)} vence el ${formatUsDate(notice.dueDate)} en ${account}. Supera su límite de ${formatUsd(notice.limit)}, por lo que el pago automático no la pagará.`,
    link: 'Pagar esta factura',
    text: `${formatUsd(notice.amount)} vence el ${formatUsDate(notice.dueDate)} en ${account}. El pago automático no lo pagará: su límite es ${formatUsd(notice.limit)}. Pague:`,
  }
}

/** Writes the Spanish words about a bill that waits for an open payment. */
const spanishWaiting = (notice: Extract<AutopayNotice, { kind: 'waiting' }>, account: string): Words => {
  return {
    subject: 'El pago automático espera otro pago',
    line: `Hay otro pago en curso para ${account}, por lo que el pago automático todavía no ha pagado la factura que vence el ${formatUsDate(notice.dueDate)}. Cuando ese pago termine, el pago automático pagará lo que quede pendiente. Si usted no sabe quién lo inició, llámenos.`,
    link: 'Ver lo pendiente',
    text: `Hay otro pago en curso en ${account}. La factura que vence el ${formatUsDate(notice.dueDate)} espera a que termine. ¿No es suyo? Llámenos.`,
  }
}

/** Writes the Spanish words about an upcoming charge. */
const spanishComing = (notice: Extract<AutopayNotice, { kind: 'coming' }>, account: string, ending: string): Words => {
  const total = formatUsd(addCents(notice.amount, notice.fee))
  const fee = notice.fee > 0 ? ` Incluye un cargo de ${formatUsd(notice.fee)}.` : ''
  return {
    subject: `El pago automático paga ${total} el ${formatUsDate(notice.chargeOn)}`,
    line: `El pago automático cobrará ${total} a ${notice.method} el ${formatUsDate(notice.chargeOn)} por ${account}.${fee}`,
    link: 'Detener este pago',
    text: `Pago automático de ${total}${notice.fee > 0 ? ` (cargo ${formatUsd(notice.fee)})` : ''} el ${formatUsDate(notice.chargeOn)} con ${notice.method}, cuenta ${ending}. Deténgalo:`,
  }
}

/** Writes the Spanish words about a bill that AutoPay does not pay. */
const spanishNotCharged = (notice: Extract<AutopayNotice, { kind: 'not-charged' }>, account: string): Words => {
  if (notice.reason === 'draft')
    return {
      subject: 'El pago automático no pagará su factura',
      line: `Hay un débito recurrente configurado para ${account}. Para no cobrarle dos veces, el pago automático no pagará la factura que vence el ${formatUsDate(notice.dueDate)}. Si su débito recurrente no paga esta factura, páguela usted.`,
      link: 'Vea su pago automático',
      text: `Hay un débito recurrente en ${account}: el pago automático no pagará la factura que vence el ${formatUsDate(notice.dueDate)}.`,
    }
  return {
    subject: 'El pago automático no pudo pagar su factura',
    line: `El pago automático no pudo pagar la factura de ${account} que vence el ${formatUsDate(notice.dueDate)}. ${sentenceOf(notice.reason, 'es')}`.trim(),
    link: 'Pagar esta factura',
    text: `El pago automático no pudo pagar la factura de ${account} que vence el ${formatUsDate(notice.dueDate)}. No se le cobró nada. Páguela:`,
  }
}

const spanish = (notice: AutopayNotice, ending: string): Words => {
  const account = `su cuenta que termina en ${ending}`
  const see = 'Vea su pago automático'
  switch (notice.kind) {
    case 'enrolled':
    case 'changed':
    case 'paused':
    case 'canceled': {
      const { subject, line } = spanishChanges[notice.kind]
      return { subject, line: line(account, notice.method), link: see }
    }
    case 'coming':
      return spanishComing(notice, account, ending)
    case 'above-limit':
      return spanishAboveLimit(notice, account)
    case 'waiting':
      return spanishWaiting(notice, account)
    case 'not-charged':
      break
  }
  return spanishNotCharged(notice, account)
}

/** Writes a notice about AutoPay. It never contains a whole account number. */
export function autopayNoticeText(notice: AutopayNotice, facts: NoticeFacts, language: Language): NoticeText {
  const {
    subject,
    line,
    link,
    text = `${line} ${link}:`,
  } = (language === 'es' ? spanish : english)(notice, facts.accountEnding)
  return {
    subject,
    bodyText: [line, '', `${link}: ${facts.address}`, '', facts.coopName, ''].join('\n'),
    text: `${text} ${facts.address}`,
  }
}
