import type { Language } from '../../kernel/problem.ts'

/** The tasks that a link opens without a sign-in. */
const linkTasks = ['pay-bill', 'see-outage'] as const

export type LinkTask = (typeof linkTasks)[number]

/** For how long a link works, in hours. */
export const taskLinkHours = 72

const texts = {
  en: {
    notGood:
      'This link does not work. Links in our messages expire after 72 hours. Sign in, or open the link in our latest message.',
    changed: 'The amount due has changed. Check the new amount before you pay.',
    pay: 'Pay this bill',
    payNote:
      'The link works for 72 hours without signing in. It shows the amount due, the due date and the last four digits of the account.',
    outage: 'See this outage',
  },
  es: {
    notGood:
      'Este enlace no funciona. Los enlaces de nuestros mensajes vencen a las 72 horas. Inicie sesión o abra el enlace del mensaje más reciente.',
    changed: 'El monto a pagar cambió. Revise el nuevo monto antes de pagar.',
    pay: 'Pague esta factura',
    payNote:
      'El enlace funciona por 72 horas sin iniciar sesión. Muestra el monto a pagar, la fecha de vencimiento y los últimos cuatro dígitos de la cuenta.',
    outage: 'Vea este corte de luz',
  },
} as const satisfies Record<Language, object>

export const taskLinkText = (name: keyof (typeof texts)['en'], language: Language): string => texts[language][name]
