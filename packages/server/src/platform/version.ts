import manifest from '../../package.json' with { type: 'json' }

/** Version of the portal, as the footer, the API document and the metrics say it. */
export const portalVersion: string = manifest.version
