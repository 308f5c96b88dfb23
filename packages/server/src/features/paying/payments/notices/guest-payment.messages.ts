import type { Language } from '@coopline/rules/kernel/problem'
import type { Posting } from '@coopline/rules/paying/payment-state/payment-state'
import type { NoticeText } from '../../../../platform/notices/notify-account.ts'

const texts = {
  en: {
    someone: 'Someone with access',
    payment: {
      subject: 'A payment was made on your account',
      line: (who: string, amount: string, ending: string) =>
        `${who} paid ${amount} on your account ending in ${ending}.`,
    },
    refund: {
      subject: 'A payment on your account was refunded',
      line: (who: string, amount: string, ending: string) =>
        `A payment of ${amount} on your account ending in ${ending} was refunded to the person who made it (${who}).`,
      part: (who: string, amount: string, whole: string, ending: string) =>
        `${amount} of a payment of ${whole} on your account ending in ${ending} was refunded to the person who made it (${who}).`,
    },
    return: {
      subject: 'A payment on your account was returned',
      line: (who: string, amount: string, ending: string) =>
        `The bank returned a payment of ${amount} on your account ending in ${ending} (${who}). You owe this amount again.`,
      part: (who: string, amount: string, whole: string, ending: string) =>
        `The bank took back ${amount} of a payment of ${whole} on your account ending in ${ending} (${who}). You owe ${amount} again.`,
    },
    reinstatement: {
      subject: 'A payment was credited to your account again',
      line: (who: string, amount: string, ending: string) =>
        `A payment of ${amount} on your account ending in ${ending} (${who}) had been taken back. We received the money again, so you no longer owe this amount.`,
      part: (who: string, amount: string, whole: string, ending: string) =>
        `${amount} of a payment of ${whole} on your account ending in ${ending} (${who}) had been taken back. We received the money again, so you no longer owe ${amount}.`,
    },
    fee: (amount: string) => `We charged your account a fee of ${amount} for the returned payment.`,
    next: 'See who has access',
  },
  es: {
    someone: 'Una persona con acceso',
    payment: {
      subject: 'Se hizo un pago a su cuenta',
      line: (who: string, amount: string, ending: string) =>
        `${who} pagó ${amount} a su cuenta que termina en ${ending}.`,
    },
    refund: {
      subject: 'Se reembolsó un pago a su cuenta',
      line: (who: string, amount: string, ending: string) =>
        `Se reembolsó un pago de ${amount} a su cuenta que termina en ${ending} a la persona que lo hizo (${who}).`,
      part: (who: string, amount: string, whole: string, ending: string) =>
        `Se reembolsaron ${amount} de un pago de ${whole} a su cuenta que termina en ${ending} a la persona que lo hizo (${who}).`,
    },
    return: {
      subject: 'Se devolvió un pago a su cuenta',
      line: (who: string, amount: string, ending: string) =>
        `El banco devolvió un pago de ${amount} a su cuenta que termina en ${ending} (${who}). Usted debe otra vez este monto.`,
      part: (who: string, amount: string, whole: string, ending: string) =>
        `El banco revirtió ${amount} de un pago de ${whole} a su cuenta que termina en ${ending} (${who}). Usted debe otra vez ${amount}.`,
    },
    reinstatement: {
      subject: 'Se acreditó de nuevo un pago a su cuenta',
      line: (who: string, amount: string, ending: string) =>
        `Un pago de ${amount} a su cuenta que termina en ${ending} (${who}) había sido revertido. Recibimos el dinero de nuevo, así que usted ya no debe este monto.`,
      part: (who: string, amount: string, whole: string, ending: string) =>
        `Recibimos de nuevo ${amount} que se habían revertido de un pago de ${whole} a su cuenta que termina en ${ending} (${who}). Usted ya no los debe.`,
    },
    fee: (amount: string) => `Cobramos a su cuenta un cargo de ${amount} por el pago devuelto.`,
    next: 'Vea quién tiene acceso',
  },
} as const satisfies Record<Language, object>

/** A longer address leaves no room for the rest of a text message. */
const longestWho = 40

/** Writes the notice to a member that a person with access paid, that the payment went back, or that it was credited again. */
export function guestPaymentMail(
  facts: {
    readonly kind: Posting
    /** The guest's address; `null` once their login was erased. */
    readonly who: string | null
    readonly amount: string
    /** The amount of the whole payment, when only a part of it moved. */
    readonly whole: string | null
    readonly accountEnding: string
    /** The fee for a returned payment; `null` without one. */
    readonly fee: string | null
    readonly utilityName: string
    readonly address: string
  },
  language: Language,
): NoticeText {
  const text = texts[language]
  const { amount, whole, accountEnding } = facts
  const kind = text[facts.kind]
  const { subject } = kind
  const line = (who: string) =>
    whole !== null && 'part' in kind
      ? kind.part(who, amount, whole, accountEnding)
      : kind.line(who, amount, accountEnding)
  const sentence = line(facts.who ?? text.someone)
  const shortWho = facts.who === null || facts.who.length > longestWho ? text.someone : facts.who
  const lines = [sentence, ...(facts.fee === null ? [] : [text.fee(facts.fee)])]
  return {
    subject,
    bodyText: [...lines, '', `${text.next}: ${facts.address}`, '', facts.utilityName, ''].join('\n'),
    text: [line(shortWho), ...lines.slice(1)].join(' '),
  }
}
