import type { texts as english } from '../en/step-up.ts'

export const texts: typeof english = {
  title: 'Confirme que es usted',
  lead: 'Para proteger su cuenta, le pedimos otra vez su contraseña antes de este cambio.',
  leadWithCode: 'Para proteger su cuenta, le pedimos otra vez su contraseña y un código nuevo antes de este cambio.',
  submit: 'Confirmar',
  busy: 'Comprobando…',
  cancel: 'Cancelar',
}
