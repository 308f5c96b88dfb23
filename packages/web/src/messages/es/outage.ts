import type { texts as english } from '../en/outage.ts'

export const texts: typeof english = {
  title: 'Estado de las interrupciones',
  heading: 'Cortes de luz',
  loading: 'Cargando el estado del servicio',
  allAccounts: 'Volver a todas las cuentas',
  tabs: {
    status: 'Estado',
    report: 'Reportar una interrupción',
    map: 'Mapa',
    history: 'Interrupciones anteriores',
  },
  status: {
    estimate: (time) => `La electricidad debe regresar a más tardar el ${time}.`,
    noEstimate: 'Aún no sabemos cuándo regresará la electricidad.',
    late: (time) => `La electricidad debía regresar el ${time}. Estamos preparando una nueva estimación.`,
    reported: (time) => `Usted reportó una interrupción el ${time}. La estamos revisando.`,
    call: 'Aléjese de los cables caídos y llámenos.',
  },
  report: {
    issue: '¿Cuál es el problema?',
    chooseIssue: 'Elija un problema',
    callBack: 'Quiero que me llamen',
    phone: 'Número de teléfono',
    remarks: 'Observaciones',
    optional: 'opcional',
    remaining: (count) => (count === 1 || count === -1 ? `Queda ${count} carácter` : `Quedan ${count} caracteres`),
    submit: 'Reportar la interrupción',
    busy: 'Enviando',
  },
  map: {
    frame: 'Mapa de interrupciones',
    open: 'Abrir el mapa de interrupciones en otra ventana',
  },
  history: {
    account: 'Cuenta',
    from: 'Inicio',
    until: 'Servicio restablecido',
    description: 'Descripción',
    ongoing: 'Sigue sin servicio',
    empty: 'No hay interrupciones anteriores',
  },
}
