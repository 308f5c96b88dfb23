import type { texts as english } from '../en/web-chat.ts'

export const texts: typeof english = {
  close: 'Cerrar el chat',
  messages: 'Mensajes',
  you: 'Usted',
  sending: 'Enviando…',
  notDelivered: 'No pudimos entregar su mensaje.',
  sendAgain: 'Enviar de nuevo',
  quickButtons: 'Preguntas frecuentes',
  field: 'Su mensaje',
  send: 'Enviar',
  empty: 'Escriba un mensaje.',
  tooLong: (letters) =>
    letters === 1 ? 'Su mensaje tiene 1 carácter de más.' : `Su mensaje tiene ${letters} caracteres de más.`,
}
