import type { Language } from '@coopline/rules/kernel/problem'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { parseJson } from '../../../platform/http/parse-json.ts'

/** The path of the demo's chat agent, which `webChatSetting.apiUrl` names. */
const chatAgentPath = '/demo/chat-agent'

const asked = z.object({
  language: z.string().optional(),
  userName: z.string().optional(),
  messages: z.array(z.object({ id: z.string(), text: z.string() })).max(50),
})

interface Topic {
  readonly words: RegExp
  readonly en: string
  readonly es: string
}

const topics: readonly Topic[] = [
  {
    words: /\bpay|\bbill\b|pagar|factura/iu,
    en: 'You can pay without signing in on the Quick Pay page. With a login, Pay Multiple Accounts takes a card or a bank account.',
    es: 'Puede pagar sin iniciar sesión en la página Quick Pay. Con su usuario, Pagar varias cuentas acepta tarjeta o cuenta bancaria.',
  },
  {
    words: /outage|power|\bluz\b|apag/iu,
    en: 'To report an outage, open the Outage page or call (715) 555-0199, day or night.',
    es: 'Para reportar un apagón, abra la página Apagones o llame al (715) 555-0199, de día o de noche.',
  },
  {
    words: /hour|open|horari|abiert/iu,
    en: 'Our office is open Monday to Friday, 7:30 AM to 4:00 PM.',
    es: 'Nuestra oficina abre de lunes a viernes, de 7:30 a. m. a 4:00 p. m.',
  },
  {
    words: /person|human|agent|persona|agente/iu,
    en: 'This is a demo, so no person reads along. Our fictional office answers at (715) 555-0100.',
    es: 'Esta es una demostración y ninguna persona lee este chat. Nuestra oficina ficticia atiende en el (715) 555-0100.',
  },
]

const unknown = {
  en: 'I can help with paying a bill, outages and office hours. Which one do you need?',
  es: 'Puedo ayudarle a pagar una factura, con apagones y con el horario de la oficina. ¿Qué necesita?',
}

/**
 * A chat service for demo installations (docs/WEB-CHAT.md): it answers the quick buttons and a few words. It keeps nothing; the
 * id of an answer follows from that of the message, so a repeated message has the same answer.
 */
export function mountChatAgent(deps: Deps, server: FastifyInstance): void {
  if (!deps.env.DEMO) return
  server.post(chatAgentPath, async (request, reply) => {
    const body = asked.safeParse(Buffer.isBuffer(request.body) ? parseJson(request.body) : {})
    if (!body.success) return reply.code(400).send({ messages: [] })
    const { language, userName = '', messages } = body.data
    return {
      messages: messages.map(({ id, text }) => ({
        id: `${id}-answer`,
        text: answerTo(text, userName, language === 'es' ? 'es' : 'en'),
      })),
    }
  })
}

function answerTo(text: string, userName: string, language: Language): string {
  const topic = topics.find(({ words }) => words.test(text)) ?? unknown
  // Visitors have the name of the settings; members have their own.
  return ['', 'Guest'].includes(userName)
    ? topic[language]
    : `${language === 'es' ? 'Hola' : 'Hi'}, ${userName}. ${topic[language]}`
}
