import type { SiteSettings } from '@coopline/contract/site/site/site.contract'

/** The options of a chat script. The script puts `cooplineChat` on the window; the portal calls `start` once. */
export interface WebChatOptions {
  readonly apiUrl: string
  readonly coopId: string
  readonly subTitle: string
  readonly userName: string
  readonly introText: string
  readonly virtualAgentName: string
  readonly logo: string
  readonly quickButtons: readonly { readonly label: string; readonly value: string }[]
  readonly alertAudio: string
}

declare global {
  interface Window {
    cooplineChat?: { start: (options: WebChatOptions) => void }
  }
}

/** A fixed asset of the portal (SH-77). */
const alertAudio = '/chat-alert.wav'

export function startWebChat({ webChatSetting, portalLogoPath }: SiteSettings): void {
  const { apiUrl, coopId, subTitle, userName, introText, virtualAgentName, buttons } = webChatSetting
  window.cooplineChat?.start({
    apiUrl,
    coopId,
    subTitle,
    userName,
    introText,
    virtualAgentName,
    logo: portalLogoPath,
    quickButtons: buttons.filter(({ visible }) => visible).map(({ label, value }) => ({ label, value })),
    alertAudio,
  })
}
