import { webChat } from '@coopline/contract/site/web-chat/web-chat.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { findFirstName } from '../../accounts/account-profile/public.ts'
import { askAgent } from './ask-agent.ts'

/** The web chat: passes messages between the browser and the cooperative's chat service. */
export const webChatFeature: Feature = {
  routes: (routes) => {
    routes.on(webChat.exchange, async ({ deps, request, body }) => askAgent(deps, request, body))
    routes.on(webChat.exchangeAsMember, async ({ deps, request, caller, body }) =>
      askAgent(deps, request, body, async () => findFirstName(deps.db, caller.memberNumber)),
    )
  },
}
