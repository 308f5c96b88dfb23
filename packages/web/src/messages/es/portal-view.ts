import type { texts as english } from '../en/portal-view.ts'

export const texts: typeof english = {
  label: 'Vista del miembro',
  title: (name) => `Está viendo el portal como lo ve ${name}.`,
  ends: (time) => `No se puede cambiar nada. Cada página que abre queda registrada. Termina a las ${time}`,
  end: 'Terminar la vista',
  ending: 'Terminando…',
}
