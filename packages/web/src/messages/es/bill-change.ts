import type { texts as english } from '../en/bill-change.ts'

export const texts: typeof english = {
  title: 'Por qué cambió esta factura',
  loading: 'Comparando sus facturas',
  first: 'Esta es su primera factura aquí; todavía no hay otra con que compararla.',
  previous: 'Factura anterior',
  yearAgo: 'El mismo mes del año pasado',
  against: { previous: 'su factura anterior', yearAgo: 'la del mismo mes del año pasado' },
  higher: (amount, against) => `Esta factura es ${amount} más alta que ${against}`,
  lower: (amount, against) => `Esta factura es ${amount} más baja que ${against}`,
  because: (sentence, cause) => `${sentence}, sobre todo porque ${cause}.`,
  offset: (cause) => `Una parte se compensó porque ${cause}.`,
  same: (against) => `Esta factura es igual a ${against}.`,
  sameButOffset: (one, other) => `Dos cambios se compensaron: ${one}, y ${other}.`,
  levelUp: (amount) =>
    `Sus cargos reales son ${amount} más altos; la facturación por presupuesto o promedio compensa esa diferencia.`,
  levelDown: (amount) =>
    `Sus cargos reales son ${amount} más bajos; la facturación por presupuesto o promedio compensa esa diferencia.`,
  table: {
    caption: (label, day) => `${label}, ${day}`,
    cause: 'Causa',
    figures: 'Cifras',
    effect: 'Efecto en su factura',
    total: 'Cambio total',
    totals: (before, after) => `De ${before} a ${after}`,
  },
  figures: {
    days: (before, after) => `De ${before} a ${after} días`,
    heating: (before, after) => `Grados día de calefacción: de ${before} a ${after}`,
    cooling: (before, after) => `Grados día de enfriamiento: de ${before} a ${after}`,
    quantity: (before, after, unit) => `De ${before} a ${after} ${unit} en total`,
    share: (change, unit) => `${change} ${unit}`,
    price: (before, after, unit) => `De ${before} a ${after} por ${unit}`,
    line: (before, after, name) => `${name}: de ${before} a ${after}`,
    none: 'ninguno',
  },
  causes: {
    days: { up: 'abarca más días', down: 'abarca menos días' },
    weather: {
      up: 'el clima exigió más calefacción o enfriamiento',
      down: 'el clima exigió menos calefacción o enfriamiento',
    },
    usage: { up: 'usted consumió más', down: 'usted consumió menos' },
    usageApart: {
      up: 'usted consumió más de lo que explica el clima',
      down: 'usted consumió menos de lo que explicaría el clima',
    },
    rate: { up: 'subió el precio por unidad', down: 'bajó el precio por unidad' },
    fees: { up: 'subieron los cargos fijos y adicionales', down: 'bajaron los cargos fijos y adicionales' },
    taxes: { up: 'subieron los impuestos', down: 'bajaron los impuestos' },
    credits: { up: 'recibió menos créditos', down: 'recibió más créditos' },
    levelling: {
      up: 'subió el ajuste de la facturación por presupuesto o promedio',
      down: 'bajó el ajuste de la facturación por presupuesto o promedio',
    },
    other: { up: 'subieron otros cargos', down: 'bajaron otros cargos' },
  },
  parts: {
    days: 'Días del período',
    weather: 'Clima',
    usage: 'Consumo',
    usageApart: 'Consumo aparte del clima',
    rate: 'Precio',
    fees: 'Cargos fijos y adicionales',
    taxes: 'Impuestos',
    credits: 'Créditos',
    levelling: 'Facturación por presupuesto o promedio',
    other: 'Todo lo demás',
  },
  notes: {
    'not-itemized':
      'Una de las facturas no tiene aquí el detalle de los cargos. El consumo se calcula con el precio de otra factura; los precios, cargos, impuestos y ajustes están en “Todo lo demás”.',
    'no-period': 'No se conoce el período de una de las facturas; los días y el clima son parte del consumo.',
    'periods-differ': 'Las dos facturas abarcan períodos de duración muy distinta.',
    'weather-unknown': 'No hay datos del clima de estos períodos; el clima es parte del consumo.',
    'weather-unclear': 'Su consumo no sigue el clima con suficiente claridad; el clima es parte del consumo.',
    offsetting: 'Algunos montos son mayores que las facturas mismas. Se compensan entre sí.',
    estimated: 'La lectura al final de uno de los períodos fue estimada. La siguiente lectura real la corrige.',
    'meter-changed': 'Se cambió un medidor entre estas facturas.',
  },
  method:
    'Los días, el clima y el consumo se calculan con el precio de la factura anterior. El efecto del clima se obtiene de cómo su propio consumo siguió los grados día en sus facturas.',
}
