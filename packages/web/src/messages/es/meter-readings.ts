import type { texts as english } from '../en/meter-readings.ts'

export const texts: typeof english = {
  heading: 'Lectura del medidor',
  loading: 'Cargando sus medidores',
  notCollected: 'Nosotros leemos los medidores de esta cuenta. No necesita enviar una lectura.',
  noMeters: 'No tenemos ningún medidor registrado en esta cuenta. Comuníquese con nosotros.',
  form: {
    title: 'Ingrese una lectura',
    meter: 'Medidor',
    chooseMeter: 'Elija un medidor',
    reading: (unit) => (unit === '' ? 'Lectura' : `Lectura (${unit})`),
    hint: 'Los números enteros de la pantalla o de las esferas, de izquierda a derecha, sin decimales.',
    date: 'Fecha en que leyó el medidor',
    dateHint: (first, last) => `Del ${first} al ${last}`,
    photo: 'Foto del medidor',
    photoHint: 'Una imagen JPEG o PNG en la que se vea la pantalla. Quitamos dónde y cuándo se tomó.',
    optional: 'opcional',
    submit: 'Enviar la lectura',
    busy: 'Enviando',
  },
  ask: { title: '¿Es correcta esta lectura?', submit: 'Sí, enviarla', cancel: 'Cambiarla' },
  list: {
    title: 'Lecturas que envió',
    empty: 'Aún no ha enviado ninguna lectura.',
    date: 'Fecha',
    meter: 'Medidor',
    reading: 'Lectura',
    photo: 'Foto',
    download: 'Descargar',
    photoOf: (day) => `la foto del ${day}`,
  },
}
