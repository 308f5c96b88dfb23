import type { texts as english } from '../en/notifications.ts'

export const texts: typeof english = {
  page: {
    heading: 'Notificaciones',
    lead: 'Elija qué mensajes recibe y adónde se los enviamos.',
    account: (accountNumber: string) => `Para la cuenta ${accountNumber}`,
    loading: 'Cargando sus notificaciones',
    noAccount: 'Aquí verá sus opciones de notificación.',
    save: 'Guardar',
    saving: 'Guardando…',
    saved: 'Se guardaron sus opciones.',
    login: 'Seguridad de su cuenta en línea',
    loginLead:
      'Esta configuración se aplica a todas sus cuentas. Los correos se envían a la dirección que figura en Mi perfil.',
  },
  grid: {
    what: 'Notificación',
    byEmail: 'Correo electrónico',
    byText: 'Mensaje de texto',
    always: 'Siempre',
    whyAlways: 'No puede desactivar estos correos: le avisan si otra persona entra en su cuenta en línea.',
    name: (topic: string, channel: string) => `${topic}: ${channel}`,
    emailTo: 'Enviar los correos a',
    textTo: 'Enviar los mensajes de texto a',
    noPhone: 'Para recibir mensajes de texto, agregue y verifique un número de celular más abajo.',
    rates:
      'Pueden aplicarse tarifas de mensajes y datos. Responda ALTO a cualquier mensaje para dejar de recibirlos todos o AYUDA para obtener ayuda.',
  },
  topics: {
    'bill-ready': { name: 'Factura lista', about: 'Cuando hay una factura nueva.' },
    'due-soon': {
      name: 'Vence pronto',
      about: 'Tres días antes de que venza su factura, salvo que tenga pago automático.',
    },
    'past-due': { name: 'Saldo vencido', about: 'Cuando hay un monto vencido.' },
    'prepaid-low': { name: 'Saldo prepagado bajo', about: 'Cuando su saldo es bajo, según lo que elija abajo.' },
    'disconnect-pending': { name: 'Desconexión próxima', about: 'Cuando se va a desconectar su servicio.' },
    reconnected: { name: 'Servicio reconectado', about: 'Cuando se reconecta su servicio.' },
    'payment-received': { name: 'Pago recibido', about: 'Cuando recibimos o reembolsamos un pago.' },
    'payment-failed': {
      name: 'Pago no realizado',
      about: 'Cuando un pago no se realiza.',
    },
    'payment-returned': {
      name: 'Pago devuelto',
      about: 'Cuando un banco devuelve un pago que ya habíamos recibido y cuando lo acreditamos de nuevo.',
    },
    'draft-changed': {
      name: 'Cambio en el débito recurrente',
      about: 'Cuando se configura, cambia o elimina un débito recurrente.',
    },
    autopay: {
      name: 'Pago automático',
      about: 'Dos días antes de que el pago automático le cobre, y cuando cambia.',
    },
    'card-expiring': { name: 'Tarjeta por vencer', about: 'Cuando una tarjeta guardada está por vencer.' },
    'usage-threshold': { name: 'Consumo alto', about: 'Cuando su consumo supera el límite que usted fijó.' },
    outage: { name: 'Corte de luz', about: 'Cuando hay un corte de luz en la dirección del servicio.' },
    restored: { name: 'Servicio restablecido', about: 'Cuando se restablece la luz en la dirección del servicio.' },
    security: {
      name: 'Cambios de seguridad',
      about:
        'Cambios en su contraseña, nombre de usuario, correo, llaves de acceso, aplicación de autenticación, teléfonos o contactos, y si bloqueamos su cuenta en línea.',
    },
  },
  prepaid: {
    title: 'Avisarme cuando mi saldo prepagado sea bajo',
    lead: 'Calculamos los días según su propio consumo de los últimos 30 días. Deje un campo vacío para no recibir ese aviso.',
    days: 'Días restantes',
    amount: (place: number) => `Monto restante (${place} de 3)`,
    optional: 'opcional',
  },
  contacts: {
    heading: 'Contactos',
    title: 'Sus contactos',
    lead: 'Adónde podemos enviarle notificaciones. Usamos un contacto nuevo después de que usted lo verifica con un código.',
    loading: 'Cargando sus contactos',
    empty: 'Todavía no tiene contactos.',
    contact: 'Contacto',
    kind: 'Tipo',
    email: 'Correo electrónico',
    text: 'Celular',
    state: 'Estado',
    login: 'Correo de inicio de sesión',
    elsewhere: 'Cámbielo en Mi perfil',
    confirmed: 'Verificado',
    notConfirmed: 'Sin verificar',
    stopped: 'Mensajes detenidos',
    actions: 'Acciones',
    confirm: 'Verificar',
    confirmName: (contact: string) => `Verificar ${contact}`,
    change: 'Editar',
    changeName: (contact: string) => `Editar ${contact}`,
    remove: 'Eliminar',
    removeName: (contact: string) => `Eliminar ${contact}`,
    add: 'Agregar un contacto',
    toNotifications: 'Elegir sus notificaciones',
  },
  entry: {
    addTitle: 'Agregar un contacto',
    changeTitle: 'Editar el contacto',
    kind: '¿Cómo debemos comunicarnos con usted?',
    email: 'Correo electrónico',
    text: 'Mensaje de texto',
    address: 'Dirección de correo electrónico',
    phone: 'Número de celular',
    lead: 'Enviaremos un código a este contacto. No enviaremos nada más hasta que usted lo ingrese.',
    submit: 'Enviar código',
    busy: 'Enviando…',
  },
  code: {
    title: 'Ingrese el código',
    sent: (contact: string, time: string) =>
      `Estamos enviando un código a ${contact}. Puede tardar unos minutos y vence en ${time}.`,
    ask: (contact: string) => `Si tiene un código que enviamos a ${contact}, ingréselo. Si no, pida uno nuevo.`,
    minutes: (count: number) => (count % 60 === 0 ? plural(count / 60, 'hora') : plural(count, 'minuto')),
    label: 'Código',
    hint: '6 dígitos',
    incomplete: 'Ingrese los 6 dígitos.',
    submit: 'Verificar',
    busy: 'Verificando…',
    again: 'Enviar un código nuevo',
    againBusy: 'Enviando…',
    againSent: 'Un código nuevo está en camino.',
    done: (contact: string) => `Se verificó ${contact}.`,
  },
  removal: {
    title: '¿Eliminar el contacto?',
    ask: (contact: string) =>
      `Dejaremos de enviar mensajes a ${contact}. Sus correos irán a su correo de inicio de sesión. Los mensajes de texto se detendrán.`,
    submit: 'Eliminar',
    busy: 'Eliminando…',
    removed: (contact: string) => `Se eliminó ${contact}.`,
  },
  cancel: 'Cancelar',
  unsubscribe: {
    heading: 'Dejar de recibir correos',
    checking: 'Verificando su enlace',
    ask: (topic: string, ending: string) =>
      `¿Dejar de recibir correos de “${topic}” sobre la cuenta que termina en ${ending}?`,
    others: 'Seguirá recibiendo sus demás notificaciones.',
    submit: 'No recibir estos correos',
    busy: 'Guardando…',
    done: (topic: string, ending: string) =>
      `Ya no recibirá correos de “${topic}” sobre la cuenta que termina en ${ending}.`,
    undo: 'Deshacer',
    undoing: 'Deshaciendo…',
    undone: (topic: string, ending: string) =>
      `Seguirá recibiendo correos de “${topic}” sobre la cuenta que termina en ${ending}.`,
    change: 'Elegir sus notificaciones',
    home: 'Inicio',
  },
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
