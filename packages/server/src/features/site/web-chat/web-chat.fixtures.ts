import { defaultSettings } from '@coopline/contract/site/site/settings-catalog'
import { webChat } from '@coopline/contract/site/web-chat/web-chat.contract'
import { type SliceFixtures, visitor } from '../../../testing/endpoint-fixture.ts'

/** Nothing listens at the service's address: the answer says that the message was not delivered. */
export const fixtures: SliceFixtures = async ({ portal, own }) => {
  const webChatSetting = { ...defaultSettings.webChatSetting, apiUrl: 'http://127.0.0.1:9/' }
  portal.set({ WebChatEnabled: true, webChatSetting })
  const body = {
    conversationId: '7b0a3a5e-5a0c-4b0e-9a54-0d1f0a2b3c4d',
    message: { id: '0c9e4d2a-1b3f-4f5a-8c7d-6e5f4a3b2c1d', text: 'Hello' },
  }
  return [
    [webChat.exchange, { ...visitor, body }],
    [webChat.exchangeAsMember, async () => ({ ...(await own()), body })],
  ]
}
