import { cents } from '@coopline/rules/kernel/money'
import { z } from 'zod'
import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'

const { flag, text, longText, money, optionalMoney, object } = settingsOf('payment settings')
const server = settingsOf('payment settings', 'server')

/** A convenience fee: a percentage or dollars as decimal text, times a count (PH-22, REQ-D-052: a count of 1). */
const convenienceFee = z.strictObject({
  kind: z.enum(['percent', 'flat']),
  value: z.string().regex(/^[0-9]{1,6}(?:\.[0-9]{1,4})?(?![\s\S])/u, 'Enter a number such as 2.95'),
  count: z.int().min(0).max(100),
})

const arrange = 'addition: REQ-D-392'

const noFee = { kind: 'flat', value: '0.00', count: 1 } as const

const fee = object(
  convenienceFee.refine(
    (entry) => (entry.kind === 'percent' ? Number(entry.value) <= 100 : /^[0-9]+(?:\.[0-9]{1,2})?$/u.test(entry.value)),
    'Enter up to 100 percent, or dollars with up to two decimals',
  ),
)

/** Settings for payments (DM-03, DM-05). By default, no payment method is accepted. */
export const paymentSettings = {
  utilityAllowCreditCard: flag(false, 'Accepts cards.', 'Acepta tarjetas.', 'DM-03, REQ-D-039'),
  utilityAllowEcheck: flag(false, 'Accepts eChecks.', 'Acepta cheques electrónicos.', 'DM-03, PM-06'),
  allowVisa: flag(false, 'Accepts Visa (VI).', 'Acepta Visa (VI).', 'DM-03, PH-23'),
  allowMaster: flag(false, 'Accepts Mastercard (MC).', 'Acepta Mastercard (MC).', 'DM-03, PH-23'),
  allowAmex: flag(false, 'Accepts American Express (AX).', 'Acepta American Express (AX).', 'DM-03, PH-23'),
  allowDiscover: flag(false, 'Accepts Discover (DI).', 'Acepta Discover (DI).', 'DM-03, PH-23'),
  recentPaymentDays: server.number(0, 60)(
    3,
    'A payment of these last days makes the portal ask before another payment of the account; 0 never asks.',
    'Si hubo un pago en estos últimos días, el portal pregunta antes de otro pago de la cuenta; con 0 nunca pregunta.',
    'QP-27, REQ-D-310',
  ),
  allowOverPay: flag(
    false,
    'Allows payments above the balance.',
    'Permite pagos mayores que el saldo.',
    'DM-03, PA-10',
  ),
  allowUnderPay: flag(
    false,
    'Allows payments below the balance.',
    'Permite pagos menores que el saldo.',
    'DM-03, PA-13',
  ),
  prepaidMinimumPaymentAmount: money(
    cents(0),
    'Minimum payment for a prepaid account; when 0, ccPrepaidAmountMinimum applies.',
    'Pago mínimo de una cuenta prepagada; si es 0, se aplica ccPrepaidAmountMinimum.',
    'DM-03, PA-18, REQ-D-040',
  ),
  ccPrepaidAmountMinimum: money(
    cents(0),
    'Minimum payment for a prepaid account when prepaidMinimumPaymentAmount is 0.',
    'Pago mínimo de una cuenta prepagada cuando prepaidMinimumPaymentAmount es 0.',
    'DM-05, REQ-D-040',
  ),
  prepaidWarningDays: server.number(0, 60)(
    5,
    'Members of prepaid accounts who chose nothing else are warned while their balance lasts this many days or fewer; 0 never warns.',
    'Se avisa a los miembros de cuentas prepagadas que no eligieron otra cosa mientras su saldo alcance para esta cantidad de días o menos; con 0 nunca se avisa.',
    'REQ-D-331',
  ),
  prepaidWarningAmount: server.money(
    cents(2_000),
    'Members of prepaid accounts who chose nothing else are warned at this balance or less; 0 never warns.',
    'Se avisa a los miembros de cuentas prepagadas que no eligieron otra cosa cuando su saldo es este o menor; con 0 nunca se avisa.',
    'REQ-D-331',
  ),
  secondPersonAmount: server.optionalMoney(
    cents(100_000),
    'A refund, or the acceptance of a payment under review, of this amount or more is carried out when a second person decides the same; never when empty.',
    'Un reembolso de este importe o más, o la aceptación de un pago en revisión, se hace cuando una segunda persona decide lo mismo; nunca si está vacío.',
    'REQ-D-355',
  ),
  maxChargeAmount: optionalMoney(
    null,
    'Maximum card payment; no limit when empty.',
    'Pago máximo con tarjeta; sin límite si está vacío.',
    'DM-03, REQ-D-044',
  ),
  echeckProcessAsDraft: flag(
    false,
    'Leaves eChecks to draft payments and does not offer them for one-time payments.',
    'Deja los cheques electrónicos para los débitos recurrentes y no los ofrece para pagos únicos.',
    'DM-05, PM-04',
  ),
  enforceNoMoreEchecks: flag(
    false,
    'Refuses eChecks from accounts marked as no more checks.',
    'Rechaza cheques electrónicos de cuentas marcadas para no recibir más cheques.',
    'DM-05, PM-07',
  ),
  pgClientId: text(
    '',
    'Cooperative’s client id at the payment provider.',
    'Identificador de cliente de la cooperativa ante el proveedor de pagos.',
    'DM-05, REQ-D-051',
  ),
  applicationWebId: text(
    'Web',
    'Application id sent to the payment provider.',
    'Identificador de aplicación que se envía al proveedor de pagos.',
    'DM-05, REQ-D-051',
  ),
  paymentTaxIncluded: flag(
    false,
    'Tells the payment provider that the amounts members pay include tax.',
    'Informa al proveedor de pagos que los montos que pagan los miembros incluyen impuestos.',
    'AP-20, PH-14, REQ-D-051',
  ),
  utilityName: text(
    '',
    'Name on the payment page; the cooperative’s name when empty.',
    'Nombre en la página de pago; el de la cooperativa si está vacío.',
    'DM-05, PH-04',
  ),
  payOnlinePayCutoffAccount: flag(
    false,
    'Allows online payment for accounts in cutoff.',
    'Permite el pago en línea de cuentas por desconectar.',
    'CF-16, PM-09',
  ),
  ...withSpanish({
    cutoffMessage: longText(
      '',
      'Message shown when an account in cutoff cannot be paid online.',
      'Mensaje que se muestra cuando una cuenta por desconectar no se puede pagar en línea.',
      'CF-15, PM-10',
    ),
  }),
  payOnlineAllowCutoffPaymentOverride: flag(
    false,
    'Allows payments below the minimum for an account in cutoff.',
    'Permite pagos menores que el mínimo en una cuenta por desconectar.',
    'CF-17, PA-14',
  ),
  defaultPaymentAmt: text(
    'ACCOUNT BALANCE',
    'ACCOUNT BALANCE fills in the balance as the amount; any other value fills in 0.',
    'ACCOUNT BALANCE propone el saldo como monto; cualquier otro valor propone 0.',
    'CF-18, PA-25, REQ-D-046',
  ),
  ...withSpanish({
    onlineConvFeeText: longText(
      '',
      'Convenience fee text shown beside the total.',
      'Texto del cargo por conveniencia que se muestra junto al total.',
      'DM-05, REQ-D-044',
    ),
  }),
  returnedPaymentFee: server.money(
    cents(0),
    'Fee for a bank payment that the member’s bank returns; 0 charges none.',
    'Cargo por un pago bancario que el banco del miembro devuelve; con 0 no se cobra ninguno.',
    'addition: REQ-D-377',
  ),
  alarmEmail: server.text(
    '',
    'Address of the staff that the portal mails alarms about payments to; none are mailed when empty.',
    'Dirección del personal a la que el portal envía por correo las alarmas sobre pagos; no se envía ninguna si está vacía.',
    'addition: decision 0059',
  ),
  capitalCreditLettersPerHour: server.number(1, 100_000)(
    20,
    'Letter return attempts per client per hour. The limit is five times as high per network, and the same per member per day.',
    'Intentos de devolución de cartas por cliente y hora. El límite es cinco veces mayor por red, y el mismo por miembro y día.',
    'addition: REQ-D-389',
  ),
  capitalCreditSearchesPerHour: server.number(1, 100_000)(
    60,
    'Unclaimed credit searches per client per hour. The limit is five times as high per network.',
    'Búsquedas de créditos no reclamados por cliente y hora. El límite es cinco veces mayor por red.',
    'addition: REQ-D-389',
  ),
  capitalCreditClaimsPerHour: server.number(1, 100_000)(
    10,
    'Unclaimed credit claims per client per hour. The limit is five times as high per network.',
    'Reclamaciones de créditos no reclamados por cliente y hora. El límite es cinco veces mayor por red.',
    'addition: REQ-D-389',
  ),
  capitalCreditClaimEmail: server.text(
    '',
    'Email address of the office that receives unclaimed credit claims. The portal refuses claims while it is empty.',
    'Correo electrónico de la oficina que recibe las reclamaciones de créditos no reclamados. El portal rechaza las reclamaciones mientras esté vacío.',
    'addition: decision 0078',
  ),
  arrangementExtensionDays: server.number(0, 90)(
    14,
    'Days by which a member may pay everything later at once; 0 offers no extension.',
    'Días que un miembro puede aplazar el pago de todo a la vez; con 0 no se ofrece prórroga.',
    arrange,
  ),
  arrangementMaxInstallments: server.number(0, 12)(
    3,
    'Maximum number of installments after the down payment; fewer than 2 offer none, and so does allowUnderPay off.',
    'Máximo de cuotas después del pago inicial; con menos de 2 no se ofrece ninguna, y tampoco si allowUnderPay está desactivado.',
    arrange,
  ),
  arrangementInstallmentDays: server.number(2, 365)(
    90,
    'Days until the last installment is due.',
    'Días hasta el vencimiento de la última cuota.',
    arrange,
  ),
  arrangementDownPaymentPercent: server.number(0, 90)(
    25,
    'Percent of the debt that is due on the day of an arrangement in installments.',
    'Porcentaje de la deuda que se paga el día de un convenio en cuotas.',
    arrange,
  ),
  arrangementMonthsBetween: server.number(0, 60)(
    12,
    'Months from one online arrangement of an account to the next.',
    'Meses entre un convenio en línea de una cuenta y el siguiente.',
    arrange,
  ),
  cardConvenienceFee: fee(
    noFee,
    'Convenience fee for a card payment.',
    'Cargo por conveniencia de un pago con tarjeta.',
    'PH-20, REQ-D-052',
  ),
  echeckConvenienceFee: fee(
    noFee,
    'Convenience fee for an eCheck.',
    'Cargo por conveniencia de un cheque electrónico.',
    'PH-19, REQ-D-052',
  ),
}
