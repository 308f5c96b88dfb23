import type { texts as english } from '../en/arrangements.ts'

export const texts: typeof english = {
  heading: 'Acuerdos de pago',
  loading: 'Cargando sus acuerdos',
  notation: 'Acuerdo',
  unnamed: 'Acuerdo de pago',
  nextDue: 'Vencimiento del próximo pago',
  nextAmount: 'Próximo pago',
  balance: 'Saldo restante',
  overdue: 'Vencido',
  arrange: {
    heading: 'Pagar en plazos',
    loading: 'Cargando sus opciones',
    owed: 'Usted debe',
    pastDue: 'Vencido',
    legend: '¿Cómo quiere pagar?',
    extension: (day) => `Pagar todo a más tardar el ${day}`,
    installments: (count, down) => (down ? `Un pago inicial hoy y ${count} cuotas` : `${count} cuotas`),
    dueToday: (amount) => `${amount} hoy`,
    dueOn: (amount, day) => `${amount} a más tardar el ${day}`,
    meaning: 'Qué significa',
    late: 'Si se atrasa en un pago, el acuerdo termina y el resto vence de inmediato.',
    newBills: 'Las facturas nuevas no forman parte del acuerdo. Páguelas en sus propias fechas de vencimiento.',
    again: (day) => `No podrá hacer otro acuerdo para esta cuenta antes del ${day}.`,
    cutoff:
      'Es posible que pronto le desconecten el servicio. Llámenos en cuanto confirme, para que podamos evitarlo a tiempo.',
    method: 'Pagos después de hoy',
    byHand: 'Haré cada pago por mi cuenta',
    fees: (amount) => `En total, los cargos suman ${amount}.`,
    withMethod: (name) => `Programarlos con ${name}`,
    confirm: 'Confirmar el acuerdo',
    busy: 'Confirmando',
    none: 'No podemos ofrecer un acuerdo en línea por este monto. Llámenos.',
    done: 'Su acuerdo está confirmado.',
    scheduled: (count) =>
      count === 1
        ? 'Un pago está programado con su forma de pago guardada.'
        : `${count} pagos están programados con su forma de pago guardada.`,
    viewScheduled: 'Ver pagos programados',
    payments: 'Sus pagos',
    payToday: 'Hacer el pago de hoy',
    pay: 'Hacer un pago',
    view: 'Ver su acuerdo',
    today: 'Hoy',
  },
  empty: 'Esta cuenta no tiene un acuerdo de pago. Llámenos si necesita más tiempo para pagar.',
}
