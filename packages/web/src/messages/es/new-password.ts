import type { texts as english } from '../en/new-password.ts'

export const texts: typeof english = {
  password: 'Contraseña',
  confirm: 'Confirme la contraseña',
  criteriaLead: 'Debe tener:',
  criteria: (minLength) => [
    ['hasLength', `de ${minLength} a 50 caracteres`],
    ['hasLowercase', 'una letra minúscula'],
    ['hasUppercase', 'una letra mayúscula'],
    ['hasDigit', 'un número'],
    ['hasSpecial', 'un carácter especial: !@#$%^&*'],
  ],
  criterionMet: 'cumplido',
  strength: (level: string) => `Seguridad de la contraseña: ${level}`,
  levels: ['muy débil', 'débil', 'regular', 'buena', 'fuerte'],
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  showConfirm: 'Mostrar la confirmación',
  hideConfirm: 'Ocultar la confirmación',
  words: {
    show: 'Mostrar',
    hide: 'Ocultar',
    shown: 'Su contraseña está visible.',
    hidden: 'Su contraseña está oculta.',
    pasteRefused: 'Escriba su contraseña. No se permite pegarla.',
  },
}
