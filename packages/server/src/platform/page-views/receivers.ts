import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { Env } from '../env.ts'
import type { OutsideRequest } from '../outbound/post-outside.ts'

/** A page view that a receiver counts. */
export interface PageView {
  /** The route of the page, such as `/accountoverview/:link`. */
  readonly path: string
  readonly at: Date
}

interface ReceiverRequest extends OutsideRequest {
  readonly address: string
}

/** An analytics service, as the settings name it. */
export interface Receiver {
  /** The most views that one request carries. */
  readonly viewsPerRequest: number
  /** The request that reports some views, never more than `viewsPerRequest`. */
  readonly requestOf: (views: readonly PageView[]) => ReceiverRequest
}

type ReceiverSettings = Pick<
  Settings,
  'pageViewReceiver' | 'pageViewUrl' | 'pageViewSite' | 'googleAnalyticsCode' | 'coopName'
>
type ReceiverEnv = Pick<Env, 'PUBLIC_ORIGIN' | 'GA4_API_SECRET'>

interface Site {
  readonly address: string
  readonly id: string
  readonly origin: string
  readonly title: string
  /** Identifies this process. All views have the same value, because they must not be distinguishable by visitor. */
  readonly client: string
}

/**
 * Umami and Plausible drop requests whose User-Agent looks like a program's. This one is no browser's either: the portal does not
 * pass on what a member's browser says of itself.
 */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Coopline/1.0 (page views) Gecko/20100101'

/** @returns undefined when the settings name no receiver, a reason when what they name is not complete. */
export function receiverOf(
  settings: ReceiverSettings,
  env: ReceiverEnv,
  client: string,
): Receiver | string | undefined {
  const { pageViewReceiver: kind, pageViewUrl: url, pageViewSite: id } = settings
  const site = (address: string) => ({ address, id, origin: env.PUBLIC_ORIGIN, title: settings.coopName, client })
  if (kind === 'none' || (kind === 'ga4' && settings.googleAnalyticsCode === '')) return undefined
  if (kind === 'ga4') {
    if (env.GA4_API_SECRET === undefined) return 'GA4_API_SECRET is not set'
    const property = { ...site(url === '' ? ga4Address : url), id: settings.googleAnalyticsCode }
    return ga4(property, env.GA4_API_SECRET)
  }
  if (id === '') return 'pageViewSite is empty'
  if (kind === 'plausible') return plausible(site(url === '' ? plausibleAddress : url))
  if (url === '') return 'pageViewUrl is empty'
  return kind === 'matomo' ? matomo(site(url)) : umami(site(url))
}

const ga4Address = 'https://www.google-analytics.com/mp/collect'
const plausibleAddress = 'https://plausible.io/api/event'

const json = (address: string, body: unknown): ReceiverRequest => ({
  address,
  contentType: 'application/json',
  body: JSON.stringify(body),
  userAgent,
})

/** Measurement Protocol (https://developers.google.com/analytics/devguides/collection/protocol/ga4). */
const ga4 = ({ address, id, origin, client }: Site, secret: string): Receiver => ({
  viewsPerRequest: 25,
  requestOf: (views) =>
    json(`${address}?measurement_id=${encodeURIComponent(id)}&api_secret=${encodeURIComponent(secret)}`, {
      client_id: client,
      timestamp_micros: (views[0]?.at.getTime() ?? 0) * 1000,
      consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
      events: views.map(({ path }) => ({
        name: 'page_view',
        params: { page_path: path, page_location: origin + path, engagement_time_msec: 1 },
      })),
    }),
})

/** Events API (https://plausible.io/docs/events-api): one view per request. */
const plausible = ({ address, id, origin }: Site): Receiver => ({
  viewsPerRequest: 1,
  requestOf: ([view]) => json(address, { name: 'pageview', url: origin + (view?.path ?? ''), domain: id }),
})

/** Bulk tracking (https://developer.matomo.org/api-reference/tracking-api). */
const matomo = ({ address, id, origin, client }: Site): Receiver => ({
  viewsPerRequest: 50,
  requestOf: (views) =>
    json(address, {
      requests: views.map(({ path, at }) => {
        const query = new URLSearchParams({
          idsite: id,
          rec: '1',
          apiv: '1',
          send_image: '0',
          _id: client.replaceAll(/\D/gu, '').padEnd(16, '0').slice(0, 16),
          action_name: path,
          url: origin + path,
          cdt: String(Math.floor(at.getTime() / 1000)),
          rand: String(at.getTime()),
          ua: userAgent,
        })
        return `?${query.toString()}`
      }),
    }),
})

/** `POST /api/send` (https://umami.is/docs/api/sending-stats): one view per request. */
const umami = ({ address, id, origin, title }: Site): Receiver => ({
  viewsPerRequest: 1,
  requestOf: ([view]) =>
    json(address, {
      type: 'event',
      payload: {
        website: id,
        hostname: new URL(origin).hostname,
        url: view?.path ?? '',
        title,
      },
    }),
})
