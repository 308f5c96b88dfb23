import type { texts as english } from '../en/insights.ts'

export const texts: typeof english = {
  title: 'Lo que muestra su consumo',
  loading: 'Cargando lo que muestra su consumo',
  through: (day) => `Según las lecturas hasta el ${day}.`,
  tooThin: 'Todavía no hay suficientes lecturas para decir más sobre su consumo.',
  projected: {
    label: 'Próxima factura proyectada',
    value: (amount) => `Unos ${amount}`,
    note: (from, to, low, high) => `Del ${from} al ${to}; probablemente entre ${low} y ${high}.`,
    basis: (days, soFar, used) => `Según ${soFar} kWh en los primeros ${days} días y ${used} kWh esperados en total.`,
    error: (tries, median, band) =>
      `En sus últimas ${tries} facturas, este cálculo se desvió normalmente un ${median}, y en cuatro de cada cinco no más de un ${band}.`,
  },
  comparison: {
    label: 'Comparado con el año pasado, ajustado por el clima',
    less: (percent) => `${percent} menos`,
    more: (percent) => `${percent} más`,
    same: 'Casi igual',
    note: (from, to, used, expected) =>
      `Del ${from} al ${to}: ${used} kWh. El consumo del año pasado con el clima de este año sería de ${expected} kWh.`,
    basis: (usedYearAgo, now, then, share) =>
      `El año pasado: ${usedYearAgo} kWh. Grados día: ${now} ahora, ${then} entonces. El clima explica el ${share} de sus cambios diarios.`,
  },
  baseLoad: {
    label: 'Consumo constante',
    value: (watts) => `${watts} vatios`,
    note: (share, days) =>
      `La hora más baja de un día típico, cerca del ${share} de su consumo. De ${days} días con lecturas por hora.`,
  },
  highestHour: {
    label: 'Hora más alta',
    value: (kwh) => `${kwh} kWh`,
    note: (day, from, to) => `La hora más alta de los últimos 30 días: ${day}, de ${from} a ${to}`,
  },
  alerts: {
    title: 'Alertas de consumo',
    lead: 'Revisamos las lecturas nuevas cada día y le avisamos una vez por cada causa. Elija correo o texto arriba, en “Consumo alto”.',
    loading: 'Cargando las alertas de consumo',
    none: 'Esta cuenta no tiene un medidor que podamos vigilar.',
    dailyKwh: 'Consumo diario mayor que (kWh)',
    projectedBill: 'Próxima factura proyectada mayor que',
    optional: 'opcional',
    limitHint: 'Déjelo vacío si no quiere esta alerta.',
    continuousWater: 'El agua corre 24 horas sin parar',
    baseLoadDoubled: 'El consumo constante se duplica',
    snoozedUntil: 'Pausar todas las alertas de consumo hasta el',
    snoozeHint: 'Déjelo vacío para recibir alertas. Hasta 90 días.',
    save: 'Guardar las alertas',
    saving: 'Guardando las alertas',
    saved: 'Se guardaron sus alertas de consumo.',
  },
}
