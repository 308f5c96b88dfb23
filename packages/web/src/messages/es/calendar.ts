import type { texts as english } from '../en/calendar.ts'

export const texts: typeof english = {
  title: 'Vencimientos en su calendario',
  lead: 'Agregue sus vencimientos al calendario de su teléfono o computadora. Cada uno tiene un recordatorio tres días antes, si su aplicación de calendario lo permite.',
  private:
    'Mantenga esta dirección en privado. Quien la tenga puede ver sus vencimientos y montos sin iniciar sesión. Solo muestra los últimos cuatro dígitos de sus números de cuenta.',
  loading: 'Verificando su calendario',
  isOff: 'Su calendario está desactivado.',
  since: (instant) => `Su calendario está activado desde: ${instant}`,
  turnOn: 'Activar',
  turningOn: 'Activando…',
  isOn: 'Su calendario está activado.',
  address: 'Dirección de su calendario',
  once: 'Cópiela o suscríbase ahora: solo se muestra esta vez. Puede crear una nueva cuando quiera.',
  copy: 'Copiar dirección',
  copied: 'Copiada',
  copyFailed: 'No se pudo copiar. Seleccione la dirección y cópiela.',
  subscribe: 'Suscribirse en este dispositivo',
  renew: 'Crear una dirección nueva',
  renewing: 'Creando…',
  renewTitle: '¿Crear una dirección nueva?',
  renewAsk:
    'Su dirección actual dejará de funcionar de inmediato. Los calendarios que la usan dejarán de mostrar sus vencimientos.',
  renewed: 'Tiene una dirección nueva. La anterior ya no funciona.',
  turnOff: 'Desactivar',
  turningOff: 'Desactivando…',
  turnOffTitle: '¿Desactivar el calendario?',
  turnOffAsk:
    'Su dirección actual dejará de funcionar de inmediato. Los calendarios que la usan dejarán de mostrar sus vencimientos.',
  turnedOff: 'Su calendario está desactivado. La dirección ya no funciona.',
  cancel: 'Cancelar',
}
