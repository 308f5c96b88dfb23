import type { texts as english } from '../en/email-code.ts'

export const texts: typeof english = {
  label: 'Código de verificación del correo electrónico',
  hint: 'Seis dígitos. El correo puede tardar unos minutos.',
  sendAgain: 'Enviar un código nuevo',
}
