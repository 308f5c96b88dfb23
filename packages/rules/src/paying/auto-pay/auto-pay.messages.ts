import type { Language } from '../../kernel/problem.ts'
import type { AutopayObstacle } from './auto-pay.ts'

const texts = {
  en: {
    obstacles: {
      draft: 'This account has a draft. Remove the draft before you set up AutoPay.',
      elsewhere: 'AutoPay is set up for this account with us. Please call us to change it.',
      prepaid: 'Prepaid accounts do not use AutoPay.',
      closed: 'This account is not active.',
      restricted: 'This account cannot be paid online by card or bank account. Please call us.',
    },
    saved: 'AutoPay is set up.',
    paused: 'AutoPay is paused.',
    canceled: 'AutoPay is canceled.',
    stopped: 'This payment is stopped. AutoPay continues with your next bill.',
    notEnrolled: 'This account has no AutoPay.',
    linkNotGood: 'This link does not work. Sign in to see your AutoPay.',
    tooLate: 'This payment can no longer be stopped.',
    method: 'Choose a payment method.',
    limit: 'Enter a limit above $0.00, or leave it empty.',
    whenDue: 'On the due date',
    before: (days: number) => (days === 1 ? '1 day before the due date' : `${days} days before the due date`),
  },
  es: {
    obstacles: {
      draft: 'Esta cuenta tiene un débito recurrente. Elimínelo antes de configurar el pago automático.',
      elsewhere: 'El pago automático de esta cuenta se configuró con nosotros. Llámenos para cambiarlo.',
      prepaid: 'Las cuentas prepagadas no usan el pago automático.',
      closed: 'Esta cuenta no está activa.',
      restricted: 'Esta cuenta no se puede pagar en línea con tarjeta ni con cuenta bancaria. Llámenos.',
    },
    saved: 'El pago automático está configurado.',
    paused: 'El pago automático está en pausa.',
    canceled: 'El pago automático está cancelado.',
    stopped: 'Este pago está detenido. El pago automático continúa con su próxima factura.',
    notEnrolled: 'Esta cuenta no tiene pago automático.',
    linkNotGood: 'Este enlace no funciona. Inicie sesión para ver su pago automático.',
    tooLate: 'Este pago ya no se puede detener.',
    method: 'Elija una forma de pago.',
    limit: 'Ingrese un límite mayor que $0.00 o déjelo vacío.',
    whenDue: 'En la fecha de vencimiento',
    before: (days: number) => (days === 1 ? '1 día antes del vencimiento' : `${days} días antes del vencimiento`),
  },
} as const satisfies Record<Language, object>

type Words = (typeof texts)['en']

export const autopayText = (
  name: { [Name in keyof Words]: Words[Name] extends string ? Name : never }[keyof Words],
  language: Language,
): string => texts[language][name]

export const autopayObstacleText = (obstacle: AutopayObstacle, language: Language): string =>
  texts[language].obstacles[obstacle]

/** When a bill is charged: `3 days before the due date`. */
export const chargeDayText = (daysBefore: number, language: Language): string =>
  daysBefore === 0 ? texts[language].whenDue : texts[language].before(daysBefore)
