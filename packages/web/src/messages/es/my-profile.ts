import type { texts as english } from '../en/my-profile.ts'

export const texts: typeof english = {
  heading: 'Mi perfil',
  tabs: {
    login: 'Datos de acceso',
    paperless: 'Opciones sin papel',
    roundUp: 'Operación RoundUp',
    mfa: 'Autenticación de varios factores',
    passkeys: 'Llaves de acceso',
    security: 'Seguridad',
  },
  loading: 'Cargando su perfil…',
  submit: {
    label: 'Enviar todo',
    busy: 'Guardando…',
    note: 'Guarda lo que cambió en todas las pestañas que tienen este botón.',
  },
  login: {
    title: 'Su acceso',
    email: 'Correo electrónico',
    username: 'Nombre de usuario',
    usernameHint: 'De 6 a 60 caracteres: letras, dígitos, espacios y . _ @ -',
    checking: 'Comprobando si está libre…',
    free: 'Este nombre de usuario está disponible.',
    taken: 'Ocupado',
    passwordNote: 'Deje vacíos los dos campos de contraseña para conservar la suya.',
    currentPassword: 'Contraseña actual',
    currentPasswordHint: 'Hace falta para cambiar su correo electrónico, nombre de usuario o contraseña.',
  },
  question: {
    title: 'Pregunta de seguridad',
    question: 'Pregunta de seguridad',
    choose: 'Elija una pregunta',
    answer: 'Respuesta',
    answerHint: 'La guardamos de modo que nadie puede leerla, ni siquiera nuestra oficina.',
    keptHint: 'Su respuesta está guardada y no se muestra. Déjela vacía para conservarla.',
  },
  contact: {
    title: 'Correos y teléfono',
    payments: 'Avisarme por correo electrónico de mis pagos',
    serviceOrders: 'Avisarme por correo electrónico de mis órdenes de servicio',
    phone: 'No publicar mi número de teléfono',
    phoneHint: 'Otras personas no lo ven.',
  },
  stored: {
    title: 'Datos de pago guardados',
    none: 'No hay ninguna tarjeta ni cuenta bancaria guardada.',
    remove: { Credit: 'Quitar mi tarjeta de crédito guardada', Check: 'Quitar mi cuenta bancaria guardada' },
  },
  paperless: {
    none: 'No hay cuentas que puedan administrar las opciones sin papel.',
    member: {
      title: 'Para toda su membresía',
      bills: 'Facturas sin papel',
      billsHint: 'Ninguna factura llega por correo postal.',
      other: 'Otro correo sin papel',
      otherHint: 'Las cartas y los avisos llegan por correo electrónico en vez de por correo postal.',
    },
    accounts: {
      title: 'Para cada cuenta',
      all: 'Todas las cuentas',
      ofAccount: (accountNumber: string) => `cuenta ${accountNumber}`,
      locked: 'Con una factura sin papel, el aviso por correo electrónico sigue activo: le dice que su factura llegó.',
      columns: {
        account: 'Cuenta',
        isEmail: 'Aviso de factura por correo electrónico',
        isPaperless: 'Factura sin papel',
        isPaperlessOther: 'Otro correo sin papel',
      },
    },
    marketing: {
      title: 'Noticias y ofertas',
      kit: 'Paquete anual de electricidad por correo electrónico',
      email: 'Noticias y ofertas por correo electrónico',
    },
    confirm:
      'Acepto recibir por correo electrónico lo que elegí aquí. Las facturas y el otro correo sin papel ya no llegan en papel.',
  },
  roundUp: {
    title: 'Operación RoundUp',
    lead: 'Su factura se redondea al próximo dólar y los centavos ayudan a personas de nuestra comunidad.',
    none: 'No hay cuentas que puedan administrar la Operación Roundup.',
    enrolFirst: 'Inscriba la cuenta para elegir un monto y un final',
    ofAccount: (accountNumber: string) => `cuenta ${accountNumber}`,
    columns: { account: 'Cuenta', enrolled: 'Inscrita', amount: 'Monto', expiration: 'Vencimiento' },
  },
}
