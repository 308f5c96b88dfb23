import type { texts as english } from '../en/staff-claims.ts'

export const texts: typeof english = {
  title: 'Reclamo de créditos de capital',
  lead: 'Compare los dígitos con sus registros antes de pagar. Se registra cada reclamo que usted abre, y sus dígitos se borran después de 90 días.',
  noNumber: 'Abra el enlace del correo sobre el reclamo.',
  loading: 'Cargando el reclamo',
  ssn: 'Últimos 4 dígitos del SSN',
  submitted: 'Enviado',
}
