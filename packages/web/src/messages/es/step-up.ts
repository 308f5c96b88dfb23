import type { texts as english } from '../en/step-up.ts'

export const texts: typeof english = {
  title: 'Confirme su identidad',
  lead: 'Para proteger su cuenta, ingrese su contraseña de nuevo antes de este cambio.',
  leadWithCode: 'Para proteger su cuenta, ingrese su contraseña y un código nuevo antes de este cambio.',
  submit: 'Confirmar',
  busy: 'Verificando…',
  cancel: 'Cancelar',
}
