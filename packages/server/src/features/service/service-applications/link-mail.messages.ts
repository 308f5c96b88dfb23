import type { Language } from '@coopline/rules/kernel/problem'

const texts = {
  en: {
    subject: 'Finish your application for service',
    saved: (coopName: string) => `Your application for service at ${coopName} is saved.`,
    open: 'To finish it, or to see its status after you submit it, open this link:',
    good: 'Finish it within 7 days. Anyone with this link can open the application, so do not share it.',
    notYou: 'If you did not ask for this, ignore this email.',
    closing: 'Please do not reply. We do not monitor this mailbox.',
  },
  es: {
    subject: 'Termine su solicitud de servicio',
    saved: (coopName: string) => `Su solicitud de servicio en ${coopName} está guardada.`,
    open: 'Para terminarla, o para ver su estado después de enviarla, abra este enlace:',
    good: 'Termínela en un plazo de 7 días. Quien tenga este enlace puede abrir la solicitud; no lo comparta.',
    notYou: 'Si usted no lo pidió, ignore este correo.',
    closing: 'No responda a este mensaje. No revisamos este buzón.',
  },
} as const satisfies Record<Language, object>

/** Builds the mail with the link of a saved application. */
export function linkMail(
  { coopName, address }: { readonly coopName: string; readonly address: string },
  language: Language,
): { readonly subject: string; readonly bodyText: string } {
  const text = texts[language]
  const lines = [text.saved(coopName), '', text.open, '', address, '', text.good, text.notYou, '', text.closing]
  return { subject: text.subject, bodyText: `${lines.join('\n')}\n` }
}
