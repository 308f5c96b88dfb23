import type { texts as english } from '../en/calendar.ts'

export const texts: typeof english = {
  title: 'Vencimientos en su calendario',
  lead: 'Suscríbase con el calendario de su teléfono o computadora. Le muestra qué vence y cuándo, y se lo recuerda tres días antes.',
  private:
    'La dirección es privada: quien la tenga puede leer sus vencimientos e importes sin iniciar sesión. Solo incluye los últimos cuatro dígitos de sus números de cuenta.',
  loading: 'Comprobando si su calendario está activado',
  isOff: 'Está desactivado.',
  since: (instant) => `Activado desde: ${instant}`,
  turnOn: 'Activar',
  turningOn: 'Activando…',
  isOn: 'Su calendario está activado.',
  address: 'Dirección de su calendario',
  once: 'Cópiela o suscríbase ahora: solo se muestra esta vez. Puede crear una nueva cuando quiera.',
  copy: 'Copiar dirección',
  copied: 'Copiada',
  copyFailed: 'Seleccione la dirección y cópiela usted, por favor.',
  subscribe: 'Suscribirse en este dispositivo',
  renew: 'Crear una dirección nueva',
  renewing: 'Creándola…',
  renewTitle: '¿Crear una dirección nueva?',
  renewAsk:
    'La dirección que usa ahora termina de inmediato. Los calendarios suscritos con ella dejan de mostrar sus vencimientos.',
  renewed: 'Tiene una dirección nueva. La anterior ha terminado.',
  turnOff: 'Desactivar',
  turningOff: 'Desactivando…',
  turnOffTitle: '¿Desactivar el calendario?',
  turnOffAsk:
    'La dirección termina de inmediato. Los calendarios suscritos con ella dejan de mostrar sus vencimientos.',
  turnedOff: 'Su calendario está desactivado. La dirección ha terminado.',
  cancel: 'Cancelar',
}
