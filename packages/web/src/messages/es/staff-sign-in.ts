import type { texts as english } from '../en/staff-sign-in.ts'

export const texts: typeof english = {
  frame: {
    menu: 'Consola del personal',
    members: 'Miembros',
    applications: 'Solicitudes',
    payments: 'Pagos',
    alarms: 'Alarmas',
    runs: 'Importaciones y cobros',
    texts: 'Anuncio y textos',
    settings: 'Ajustes',
    open: (alarms) => `${alarms} sin cerrar`,
    notForRole: 'Su función no abre esta página.',
    signOut: 'Cerrar sesión',
    roles: { support: 'Atención', billing: 'Facturación', content: 'Contenido', admin: 'Administración' },
  },
  signIn: {
    heading: 'Acceso del personal',
    lead: 'Para empleados de la cooperativa. Los miembros inician sesión en el portal de miembros.',
    username: 'Nombre de usuario',
    password: 'Contraseña',
    code: 'Código de su aplicación de autenticación',
    codeHint: 'Seis dígitos',
    submit: 'Iniciar sesión',
    busy: 'Iniciando sesión…',
    lost: '¿Olvidó su contraseña o perdió su teléfono? Pida a su administrador un nuevo enlace de configuración.',
    isSetUp: 'Su acceso está listo. Espere el siguiente código de su aplicación e inicie sesión.',
  },
  setUp: {
    heading: 'Configure su acceso',
    checking: 'Verificando su enlace…',
    noLink: 'Abra el enlace de configuración que le dio su administrador.',
    username: 'Nombre de usuario',
    app: 'Agregue su aplicación de autenticación',
    appMore:
      'La aplicación muestra un código nuevo de seis dígitos cada 30 segundos. Lo necesita cada vez que inicia sesión.',
    password: 'Elija una contraseña',
    finish: 'Ingrese el código que muestra la aplicación',
    code: 'Código de su aplicación de autenticación',
    submit: 'Terminar la configuración',
    busy: 'Guardando…',
  },
}
