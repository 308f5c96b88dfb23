import type { texts as english } from '../en/meter-sense.ts'

export const texts: typeof english = {
  title: 'MeterSense',
  wait: 'Lo llevamos a MeterSense…',
  none: 'MeterSense no está disponible para esta cuenta.',
  overview: 'Volver al resumen de la cuenta',
}
