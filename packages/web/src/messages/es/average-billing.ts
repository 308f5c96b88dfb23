import type { texts as english } from '../en/average-billing.ts'

export const texts: typeof english = {
  lead: 'Pague casi lo mismo cada mes. Vea sus próximas 12 facturas antes de elegir.',
  loading: 'Cargando sus cuentas',
  filter: 'Mostrar',
  filters: { all: 'Todas', average: 'Facturación promedio', 'non-average': 'Sin facturación promedio' },
  search: 'Buscar',
  searchHint: 'Número de cuenta o dirección',
  noMatch: 'Ninguna cuenta coincide con su búsqueda.',
  none: 'No hay cuentas en esta lista.',
  all: 'Seleccionar todas',
  columns: {
    select: 'Seleccionar',
    account: 'Cuenta',
    address: 'Dirección',
    type: 'Tipo de facturación',
    estimate: 'Factura estimada',
    settlement: 'Mes de liquidación',
    action: 'Acción',
  },
  ofAccount: (accountNumber) => `cuenta ${accountNumber}`,
  buttons: { 'sign-up': 'Inscribirse', remove: 'Quitar', 'not-eligible': 'No elegible', plan: 'Próximas 12 facturas' },
  bulk: { add: 'Inscribir las seleccionadas', remove: 'Quitar de las seleccionadas' },
  selectFirst: 'Seleccione al menos una cuenta.',
  close: 'Cerrar',
  cancel: 'Cancelar',
  saving: 'Guardando…',
  signUp: {
    title: 'Inscribirse en la facturación promedio',
    submit: 'Inscribirse',
  },
  edit: {
    title: 'Sus próximas 12 facturas',
    submit: 'Guardar el mes de liquidación',
    unchanged: 'Elija otro mes para cambiarlo.',
  },
  remove: {
    title: '¿Quitar la facturación promedio?',
    text: (accountNumber) =>
      `Las facturas de la cuenta ${accountNumber} volverán a seguir su consumo real. Usted paga o recibe la diferencia que quede.`,
    submit: 'Quitar',
  },
  notEligible: { title: 'No elegible' },
  bulkDialog: {
    add: {
      title: '¿Inscribir las cuentas seleccionadas?',
      text: (count) =>
        `${count === 1 ? '1 cuenta tendrá' : `${count} cuentas tendrán`} facturación promedio. Cada una se liquida en su propio mes, que puede cambiar después.`,
    },
    remove: {
      title: '¿Quitar la facturación promedio?',
      text: (count) =>
        `Las facturas de ${count === 1 ? '1 cuenta' : `${count} cuentas`} volverán a seguir su consumo real. Usted paga o recibe la diferencia que quede.`,
    },
  },
  results: {
    updated: (count) => (count === 1 ? 'Se actualizó 1 cuenta.' : `Se actualizaron ${count} cuentas.`),
    refused: (count) => (count === 1 ? 'No se actualizó 1 cuenta.' : `No se actualizaron ${count} cuentas.`),
  },
  settlementMonth: 'Mes de liquidación',
  settlementHint: 'Una vez al año, su factura liquida la diferencia entre su consumo y sus pagos.',
  plan: {
    loading: 'Estimando sus próximas 12 facturas',
    caption: 'Sus próximas 12 facturas, estimadas',
    none: 'Necesitamos 12 facturas mensuales seguidas para estimar sus próximas facturas. Esta cuenta aún no las tiene.',
    estimate: 'Nuestra estimación de la facturación promedio',
    firstAverage: 'Primera factura con facturación promedio',
    monthlyBudget: 'Factura mensual con facturación presupuestada',
    highest: 'Factura más alta sin ninguna de las dos',
    columns: {
      date: 'Fecha de la factura',
      standard: 'Consumo real',
      average: 'Facturación promedio',
      budget: 'Facturación presupuestada',
    },
    settles: 'liquidación',
    left: 'Diferencia después de estas facturas',
    leftNote: 'Sobre cero: consumo que aún no ha pagado. Bajo cero: un crédito.',
    average: 'Facturación promedio',
    budget: 'Facturación presupuestada',
    how: 'Cómo estimamos',
    basis: (years, from, to) =>
      years === 2
        ? `Usamos sus propias facturas del ${from} al ${to}, sin recargos por mora. Cada próxima factura es el promedio de la misma factura en esos dos años.`
        : `Usamos sus propias facturas del ${from} al ${to}, sin recargos por mora. Cada próxima factura es igual a la de un año antes.`,
    methods:
      'La facturación promedio cobra el promedio de sus últimas 12 facturas. La facturación presupuestada cobra lo mismo cada mes, redondeado al dólar superior.',
    settlement: (month) => `En ${month}, su factura suma o resta toda la diferencia entre su consumo y sus pagos.`,
    starting: (amount) => `La estimación empieza con su diferencia actual de ${amount}.`,
    leveled: 'Algunas de estas facturas ya estaban niveladas, así que su consumo real puede ser distinto.',
    noPromise: 'Sus facturas cambiarán si cambian el clima, su consumo o nuestras tarifas.',
  },
}
