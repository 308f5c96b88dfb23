import { formatInstant } from '../../kernel/instant.ts'
import { type Cents, formatUsd } from '../../kernel/money.ts'
import type { Language } from '../../kernel/problem.ts'
import { pageOnItsWayMs } from '../payment-state/payment-state.ts'

/** Payments of an account that the provider may still take, or has taken without their being booked. */
export interface PaymentsUnderWay {
  readonly payments: number
  /** The number of payments that wait for staff. */
  readonly underReview: number
  /** The sum of the payments in cents, without fees. */
  readonly amount: Cents
  /** When the last page of them expires. The provider may answer later, and payments under review never expire. */
  readonly until: Date
  /** True when all of them are pages of Quick Pay, which end when the holder of the account pays, unless they are paid. */
  readonly givesWay?: boolean | undefined
}

/** The party that the other payments wait for: the payer, the provider after the payer's time is over, our review, or both. */
type Stage = 'open' | 'late' | 'checked' | 'both'

interface Facts {
  readonly count: number
  readonly amount: string
  readonly stage: Stage
  /** When they expire, in the time zone of the cooperative. */
  readonly time: string
}

/** Before a payer chooses an amount: that other payments are in progress, and how long they count as paid. */
export function paymentsUnderWayNotice(
  underWay: PaymentsUnderWay,
  timeZone: string,
  now: Date,
  language: Language,
): { readonly title: string; readonly text: string } {
  const facts = factsOf(underWay, timeZone, now, language)
  const { others, counts, givesWay } = texts[language]
  return { title: others(facts), text: underWay.givesWay === true ? givesWay(facts) : counts(facts) }
}

/**
 * The refusal of a payment that would overpay the account together with those under way.
 *
 * @param underWay with the time at which the last of them was requested.
 */
export function paymentsUnderWayRefusal(
  underWay: PaymentsUnderWay & { readonly newest: Date },
  timeZone: string,
  now: Date,
  language: Language,
): string {
  const facts = factsOf(underWay, timeZone, now, language)
  const { others, tooMuch, again, soon } = texts[language]
  // Older pages were kept for another reason, for example because the provider is charging them.
  const isOnItsWay = now.getTime() - underWay.newest.getTime() < pageOnItsWayMs
  return `${others(facts)} ${tooMuch} ${underWay.givesWay === true && isOnItsWay ? soon : again(facts)}`
}

function factsOf(
  { payments, underReview, amount, until }: PaymentsUnderWay,
  timeZone: string,
  now: Date,
  language: Language,
): Facts {
  const time = formatInstant(until, timeZone, language)
  const open = until > now ? 'open' : 'late'
  const stage: Stage = underReview === 0 ? open : underReview === payments ? 'checked' : 'both'
  return { count: payments, amount: formatUsd(amount), stage, time }
}

const texts = {
  en: {
    others: ({ count, amount, stage }: Facts) => {
      const others =
        count === 1 ? `Another payment of ${amount} is` : `${count} other payments of ${amount} in total are`
      const is = {
        open: 'in progress',
        late: 'in progress',
        checked: 'under review',
        both: 'in progress or under review',
      }[stage]
      return `${others} ${is} for this account.`
    },
    counts: ({ count, stage, time }: Facts) => {
      const counts = count === 1 ? 'It counts as paid until' : 'They count as paid until'
      const canceled = count === 1 ? 'unless it is canceled sooner' : 'unless they are canceled sooner'
      const ends = { open: `${time}, ${canceled}`, late: 'our payment provider says how it ended' }
      const end = stage === 'open' || stage === 'late' ? ends[stage] : 'we finish our review'
      return `${counts} ${end}. Until then, you can pay only the rest of your balance.`
    },
    givesWay: ({ count }: Facts) =>
      count === 1
        ? 'It was started in Quick Pay without signing in. If you pay now, we cancel it if it is not paid.'
        : 'They were started in Quick Pay without signing in. If you pay now, we cancel those that are not paid.',
    tooMuch: 'With this payment, you would pay more than your balance.',
    soon: 'Try again in a minute.',
    again: ({ count, stage, time }: Facts) =>
      stage === 'open'
        ? `Try again after ${time}, or sooner if ${count === 1 ? 'the other payment is' : 'they are'} canceled.`
        : stage === 'late'
          ? 'We are asking our payment provider about it. Try again in a few minutes.'
          : 'Try again after we finish our review.',
  },
  es: {
    others: ({ count, amount, stage }: Facts) => {
      const others =
        count === 1 ? `Ya hay otro pago de ${amount}` : `Ya hay otros ${count} pagos, por ${amount} en total,`
      const is = {
        open: 'en curso',
        late: 'en curso',
        checked: 'en revisión',
        both: 'en curso o en revisión',
      }[stage]
      return `${others} ${is} para esta cuenta.`
    },
    counts: ({ count, stage, time }: Facts) => {
      const counts = count === 1 ? 'Se considera pagado hasta' : 'Se consideran pagados hasta'
      const canceled = count === 1 ? 'a menos que se cancele antes' : 'a menos que se cancelen antes'
      const ends = {
        open: `el ${time}, ${canceled}`,
        late: 'que nuestro proveedor de pagos nos confirme el resultado',
      }
      const end = stage === 'open' || stage === 'late' ? ends[stage] : 'que terminemos la revisión'
      return `${counts} ${end}. Hasta entonces, usted puede pagar solo el resto de su saldo.`
    },
    givesWay: ({ count }: Facts) =>
      count === 1
        ? 'Se inició en Pago rápido sin iniciar sesión. Si usted paga ahora, lo cancelamos si todavía no se ha pagado.'
        : 'Se iniciaron en Pago rápido sin iniciar sesión. Si usted paga ahora, cancelamos los que todavía no se han pagado.',
    tooMuch: 'Con este pago, usted pagaría más de su saldo.',
    soon: 'Inténtelo de nuevo en un minuto.',
    again: ({ count, stage, time }: Facts) =>
      stage === 'open'
        ? `Inténtelo de nuevo después del ${time}, o antes si ${count === 1 ? 'se cancela el otro pago' : 'se cancelan'}.`
        : stage === 'late'
          ? 'Lo estamos consultando con nuestro proveedor de pagos. Inténtelo de nuevo en unos minutos.'
          : 'Inténtelo de nuevo cuando terminemos la revisión.',
  },
} as const satisfies Record<Language, unknown>
