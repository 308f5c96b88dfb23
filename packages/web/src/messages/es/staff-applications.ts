import type { texts as english } from '../en/staff-applications.ts'

export const texts: typeof english = {
  list: {
    heading: 'Solicitudes de servicio',
    lead: 'Se registra cada solicitud que usted abre y cada documento que descarga.',
    title: 'Solicitudes enviadas, las más recientes primero',
    loading: 'Cargando las solicitudes',
    none: 'No hay solicitudes.',
    application: 'Solicitud',
    name: 'Nombre',
    accountType: 'Tipo de cuenta',
    submitted: 'Enviada',
    documents: 'Documentos',
  },
  view: {
    title: 'Solicitud de servicio',
    back: 'Todas las solicitudes',
    noNumber: 'Elija primero una solicitud.',
    loading: 'Cargando la solicitud',
    none: 'Ninguno',
    received: 'Recibida',
    language: 'Idioma',
    languages: { en: 'Inglés', es: 'Español' },
    documents: 'Documentos',
    documentsMore: 'Estos archivos los enviaron desconocidos. Ábralos solo con un visor que no ejecute scripts.',
    noDocuments: 'No hay documentos. El portal los elimina 90 días después de que se envió la solicitud.',
    download: 'Descargar',
    downloading: 'Descargando…',
  },
}
