import type { texts as english } from '../en/session.ts'

export const texts: typeof english = {
  title: 'Su sesión se cerrará pronto',
  idle: 'No ha habido actividad por un rato. Para proteger su cuenta, cerraremos su sesión si no continúa.',
  longest: 'Su sesión lleva mucho tiempo abierta. Puede volver a iniciar sesión en cuanto se cierre.',
  left: (seconds) => (seconds === 1 ? 'Queda 1 segundo' : `Quedan ${seconds} segundos`),
  stay: 'Mantener la sesión abierta',
  staying: 'Un momento…',
  signOut: 'Cerrar sesión',
  signingOut: 'Cerrando sesión…',
  close: 'Cerrar',
}
