import type { texts as english } from '../en/staff-profile-changes.ts'

export const texts: typeof english = {
  heading: 'Cambios de perfil',
  lead: 'Lo que los miembros cambiaron y la cooperativa no ha revisado. Revíselo en el sistema de la cooperativa. Se registra cada consulta.',
  title: 'Cambios en espera, los más antiguos primero',
  loading: 'Cargando los cambios de perfil',
  none: 'Ningún cambio espera una revisión.',
  account: 'Cuenta',
  member: 'Miembro',
  change: 'Cambio',
  blocks: { name: 'Nombre', address: 'Dirección postal', phones: 'Números de teléfono' },
  since: 'En espera desde',
}
