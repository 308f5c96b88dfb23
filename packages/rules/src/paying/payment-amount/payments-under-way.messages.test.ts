import { expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { paymentsUnderWayNotice, paymentsUnderWayRefusal } from './payments-under-way.messages.ts'

const until = new Date('2026-11-20T16:30:00Z')
const before = new Date('2026-11-20T15:00:00Z')
const notice = (payments: number, underReview: number, language: 'en' | 'es' = 'en', now = before) => {
  const { title, text } = paymentsUnderWayNotice(
    { payments, underReview, amount: cents(40_000), until },
    'America/Chicago',
    now,
    language,
  )
  return `${title} ${text}`.replaceAll(/\s/gu, ' ')
}

it('says how long payments that are in progress count as paid, in the time zone of the cooperative', () => {
  expect(notice(1, 0)).toBe(
    'Another payment of $400.00 is in progress for this account. It counts as paid until 11/20/2026, 10:30 AM, unless it is canceled sooner. Until then, you can pay only the rest of your balance.',
  )
  expect(notice(2, 0)).toMatch(
    /^2 other payments of \$400\.00 in total are in progress .* They count .* they are canceled/u,
  )
  expect(notice(1, 0, 'es')).toBe(
    'Ya hay otro pago de $400.00 en curso para esta cuenta. Se considera pagado hasta el 11/20/2026, 10:30 a.m., a menos que se cancele antes. Hasta entonces, usted puede pagar solo el resto de su saldo.',
  )
})

it('says that unpaid pages of Quick Pay end when the member pays, and that the refusal is short [REQ-D-476]', () => {
  const say = (payments: number, language: 'en' | 'es') => {
    const underWay = { payments, underReview: 0, amount: cents(40_000), until, newest: before, givesWay: true }
    const { text } = paymentsUnderWayNotice(underWay, 'America/Chicago', before, language)
    return [text, paymentsUnderWayRefusal(underWay, 'America/Chicago', before, language).split('. ').at(-1)]
  }
  expect(say(1, 'en')).toEqual([
    'It was started in Quick Pay without signing in. If you pay now, we cancel it if it is not paid.',
    'Try again in a minute.',
  ])
  expect(say(2, 'en')[0]).toMatch(/^They were .* we cancel those that are not paid\.$/u)
  expect(say(1, 'es')).toEqual([
    'Se inició en Pago rápido sin iniciar sesión. Si usted paga ahora, lo cancelamos si todavía no se ha pagado.',
    'Inténtelo de nuevo en un minuto.',
  ])
  expect(say(2, 'es')[0]).toMatch(/^Se iniciaron .* cancelamos los que todavía no se han pagado\.$/u)
})

it('promises nothing within a minute when the pages of Quick Pay have reached the provider [REQ-D-476]', () => {
  const underWay = { payments: 1, underReview: 0, amount: cents(40_000), until, newest: before, givesWay: true }
  const say = (seconds: number, language: 'en' | 'es') =>
    paymentsUnderWayRefusal(underWay, 'America/Chicago', new Date(before.getTime() + seconds * 1000), language)
  expect(say(29, 'en')).toMatch(/Try again in a minute\.$/u)
  expect(say(30, 'en')).toMatch(/Try again after .* or sooner if the other payment is canceled\.$/u)
  expect(say(29, 'es')).toMatch(/en un minuto\.$/u)
  expect(say(30, 'es')).toMatch(/o antes si .* el otro pago\.$/u)
})

it('names no time for payments that staff are checking', () => {
  expect(notice(1, 1)).toBe(
    'Another payment of $400.00 is under review for this account. It counts as paid until we finish our review. Until then, you can pay only the rest of your balance.',
  )
  expect(notice(3, 1)).toContain('They count as paid until we finish our review.')
  expect(notice(3, 1, 'es')).toContain(
    'en curso o en revisión para esta cuenta. Se consideran pagados hasta que terminemos',
  )
})

it('names no time that is over for payments about which the provider has not answered', () => {
  expect(notice(1, 0, 'en', until)).toBe(
    'Another payment of $400.00 is in progress for this account. It counts as paid until our payment provider says how it ended. Until then, you can pay only the rest of your balance.',
  )
  expect(notice(1, 0, 'es', until)).toContain('Se considera pagado hasta que nuestro proveedor de pagos nos confirme')
  const underWay = { payments: 1, underReview: 0, amount: cents(40_000), until, newest: before }
  expect(paymentsUnderWayRefusal(underWay, 'America/Chicago', until, 'en')).toMatch(/Try again in a few minutes\.$/u)
  expect(paymentsUnderWayRefusal(underWay, 'America/Chicago', until, 'es')).toMatch(/en unos minutos\.$/u)
})
