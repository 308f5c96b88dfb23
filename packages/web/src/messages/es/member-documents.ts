import type { texts as english } from '../en/member-documents.ts'

export const texts: typeof english = {
  loading: 'Cargando los documentos',
  opens: ' (se abre en otra pestaña)',
  missing: 'No pudimos abrir ese documento. Inténtelo de nuevo desde esta lista.',
  empty: 'No se encontraron documentos informativos para miembros.',
}
