import type { texts as english } from '../en/payment-result.ts'

export const texts: typeof english = {
  confirmed: {
    heading: 'Su pago se procesó correctamente',
    keep: 'Guarde el código de confirmación.',
    accountNumber: 'Número de cuenta',
    accountBalance: 'Saldo de la cuenta',
    paymentAmount: 'Monto del pago',
    convenienceFee: 'Cargo por conveniencia',
    totalPaymentAmount: 'Monto total del pago',
    lastFour: {
      cc: 'Tarjeta que termina en',
      echeck: 'Cuenta bancaria que termina en',
      unknown: 'Tarjeta o cuenta bancaria que termina en',
    },
    confirmationCode: 'Código de confirmación',
    details: 'Detalles del pago',
    done: 'Listo',
    print: 'Imprimir',
  },
  checking: {
    heading: 'Estamos revisando su pago',
    text: 'Un momento, por favor.',
  },
  processing: {
    heading: 'Estamos confirmando su pago',
    text: 'Puede tardar hasta dos minutos. No tiene que hacer nada; por favor, no pague de nuevo.',
    retrying: 'La última consulta no llegó. Seguimos intentando.',
    stillTitle: 'Todavía no lo sabemos',
    still:
      'La página de pago aún no nos ha dicho qué pasó con su pago. Por favor, no pague de nuevo. Si se realizó, aparecerá en su cuenta; vuelva a consultar más tarde o llámenos.',
    checkAgain: 'Consultar de nuevo',
  },
  declined: {
    heading: 'Su pago fue rechazado',
    text: 'No se ha cobrado nada. Pruebe con otra tarjeta o cuenta bancaria, o consulte a su banco.',
  },
  canceled: {
    heading: 'Su pago fue cancelado',
    text: 'No se ha cobrado nada.',
  },
  expired: {
    heading: 'Su pago no se terminó a tiempo',
    text: 'No hemos recibido ningún pago. Puede empezar de nuevo.',
  },
  refunded: {
    heading: 'Su pago fue reembolsado',
    text: 'El monto de abajo regresa a la tarjeta o cuenta bancaria de la que salió.',
  },
  returned: {
    heading: 'Su pago fue devuelto',
    text: 'Su banco o la compañía de su tarjeta revirtió este pago. Usted vuelve a deber ese monto en su cuenta.',
  },
  'under-review': {
    heading: 'Estamos revisando su pago',
    text: 'Recibimos su pago y nuestra oficina está revisando el monto. Por favor, no pague de nuevo. Su saldo cambiará cuando termine la revisión.',
  },
  rejected: {
    heading: 'No aplicamos su pago',
    text: 'Nuestra oficina revisó este pago y no lo aplicó a su cuenta. Si se hizo un cargo a su tarjeta o cuenta bancaria, llámenos.',
  },
  failed: {
    heading: 'No pudimos mostrar su pago',
    notFound: 'El enlace no corresponde a un pago suyo. Si ya pagó, su pago no se ve afectado.',
    sessionEnded: 'Su pago rápido terminó entretanto. Si ya pagó, su pago no se ve afectado y aparecerá en su cuenta.',
  },
  nothing: {
    heading: 'Aquí no hay ningún pago que mostrar',
    text: 'Si acaba de pagar, su pago no se ve afectado y aparecerá en su cuenta.',
  },
  cancelPage: {
    heading: 'Su pago ha sido cancelado.',
    text: 'Puede pagar cuando esté listo.',
    done: 'Listo',
    again: 'Intentar de nuevo',
  },
  tryAgain: 'Intentar de nuevo',
  home: 'Volver a la página de inicio',
  call: '¿Preguntas? Llame al',
}
